-- What creators see of a developer's past, measured every hour: the sums of all their campaigns are
-- too many rows to add up for each card.
create table developer_records (
  developer_id uuid primary key references users,
  -- Campaigns that were funded, and how many of them their developer ended early.
  campaigns integer not null,
  ended_early integer not null,
  paid_micros bigint not null,
  constraint developer_records_not_negative check (
    campaigns >= 0 and ended_early >= 0 and paid_micros >= 0)
);
grant select, insert, update on developer_records to fairclick_app;
