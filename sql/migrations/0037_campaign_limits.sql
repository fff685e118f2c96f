-- Limits that developers set on what a campaign spends. A click is judged by the newest row from
-- before it was made, so a limit that is lowered does not reach clicks that were made already. A row
-- without any limit ends the earlier ones.
create table campaign_limits (
  campaign_id uuid not null references campaigns,
  from_at timestamptz not null,
  -- What the clicks of one UTC day, and of one creator, can claim from the budget.
  daily_cap_micros bigint,
  creator_cap_micros bigint,
  -- The campaign's end when the row was written, if the budget is paced evenly until then.
  paced_until timestamptz,
  primary key (campaign_id, from_at),
  constraint campaign_limits_positive check (daily_cap_micros > 0 and creator_cap_micros > 0)
);

grant select, insert on campaign_limits to fairclick_app;
