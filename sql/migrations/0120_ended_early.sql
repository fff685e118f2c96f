-- When its developer ended it before its time: ends_at is that moment too, and may lie before the start.
alter table campaigns
  add column ended_early_at timestamptz,
  drop constraint campaigns_end_after_start,
  add constraint campaigns_end_after_start check (ends_at > starts_at or ended_early_at = ends_at);
