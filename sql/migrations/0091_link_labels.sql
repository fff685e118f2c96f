-- Names of the places where a creator posts a link, the last part of its short address: /r/<code>/bio.
-- Rules, caps and payouts know the link alone. Each added name counts, so that nobody can invent any
-- number of names that the counters below must keep.
alter table links add column labels text[] not null default '{}';
alter table links add column labels_added integer not null default 0;
alter table links add constraint links_labels check (
  cardinality(labels) <= 20 and labels_added between cardinality(labels) and 100);

-- Null for the link without a name.
alter table pending_clicks add column label text;
alter table clicks add column label text;

alter table click_days drop constraint click_days_dimension;
alter table click_days add constraint click_days_dimension
  check (dimension in ('country', 'device', 'browser', 'referrer', 'reason', 'label'));

create or replace view counted_visits as
select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
  (clicked_at at time zone 'UTC')::date as day, verdict, reason, country, device_class, browser, referrer_host,
  1::bigint as clicks, paid_micros as micros,
  case when verdict = 'held' then price_micros else 0 end as held_micros, label
from clicks
union all
select campaign_id, creator_id, hour, (hour at time zone 'UTC')::date, verdict, nullif(reason, ''), null, null, null,
  null, clicks, paid_micros, 0, null
from dropped_clicks;
