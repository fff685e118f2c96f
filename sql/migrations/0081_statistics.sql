-- What statistics tell clicks apart by, said when a click is recorded. The referrer's host of a
-- judged click is the one that it is counted under: 'other' where its campaign has enough of them.
alter table pending_clicks add column device_class text, add column browser text, add column referrer_host text;
alter table clicks add column device_class text, add column browser text, add column referrer_host text;

-- The hosts that a campaign's statistics know by name: there is no end to those that a program can make up.
create table campaign_referrers (
  campaign_id uuid not null,
  host text not null,
  primary key (campaign_id, host)
);

-- Counters for those who watch, moved by every transaction that gives a click its verdict or
-- changes it. The nil creator stands for all links of the campaign together.

-- By quarters of an hour: every time zone's days begin and end with one.
create table click_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamptz not null,
  valid bigint not null,
  invalid bigint not null,
  held bigint not null,
  unpaid bigint not null,
  paid_micros bigint not null,
  primary key (campaign_id, creator_id, starts_at)
);

-- By days in UTC and what clicks are told apart by.
create table click_days (
  campaign_id uuid not null,
  creator_id uuid not null,
  dimension text not null,
  day date not null,
  value text not null,
  valid bigint not null,
  invalid bigint not null,
  held bigint not null,
  unpaid bigint not null,
  paid_micros bigint not null,
  primary key (campaign_id, creator_id, dimension, day, value),
  constraint click_days_dimension check (dimension in ('country', 'device', 'browser', 'referrer', 'reason'))
);

grant select, insert on campaign_referrers to fairclick_app;
grant select, insert, update on click_quarters, click_days to fairclick_app;

-- Every judged click, or what is left of it, in the words of the counters above. A dropped day is
-- known by the hour, and of where its clicks came from nothing is.
create view counted_visits as
select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
  (clicked_at at time zone 'UTC')::date as day, verdict, reason, country, device_class, browser, referrer_host,
  1::bigint as clicks, paid_micros as micros
from clicks
union all
select campaign_id, creator_id, hour, (hour at time zone 'UTC')::date, verdict, nullif(reason, ''), null, null, null,
  null, clicks, paid_micros
from dropped_clicks;
grant select on counted_visits to fairclick_app;

insert into click_quarters
select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000'), starts_at,
  coalesce(sum(clicks) filter (where verdict = 'valid'), 0), coalesce(sum(clicks) filter (where verdict = 'invalid'), 0),
  coalesce(sum(clicks) filter (where verdict = 'held'), 0), coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0),
  sum(micros)
from counted_visits
group by grouping sets ((campaign_id, creator_id, starts_at), (campaign_id, starts_at));

insert into click_days
select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000'), dimension, day, value,
  coalesce(sum(clicks) filter (where verdict = 'valid'), 0), coalesce(sum(clicks) filter (where verdict = 'invalid'), 0),
  coalesce(sum(clicks) filter (where verdict = 'held'), 0), coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0),
  sum(micros)
from counted_visits cross join lateral (values
  ('country', coalesce(country, 'unknown')), ('device', 'unknown'), ('browser', 'unknown'), ('referrer', 'direct'),
  ('reason', reason)
) as told (dimension, value)
where value is not null
group by grouping sets ((campaign_id, creator_id, dimension, day, value), (campaign_id, dimension, day, value));

-- A link's totals stand with what its last visits came to: both are written by every settlement.
alter table link_outcomes
  add column valid bigint not null default 0,
  add column invalid bigint not null default 0,
  add column held bigint not null default 0,
  add column unpaid bigint not null default 0,
  add column paid_micros bigint not null default 0;
create index link_outcomes_creator on link_outcomes (creator_id);

insert into link_outcomes as totals (campaign_id, creator_id, outcomes, valid, invalid, held, unpaid, paid_micros)
select campaign_id, creator_id, '',
  coalesce(sum(clicks) filter (where verdict = 'valid'), 0), coalesce(sum(clicks) filter (where verdict = 'invalid'), 0),
  coalesce(sum(clicks) filter (where verdict = 'held'), 0), coalesce(sum(clicks) filter (where verdict = 'unpaid'), 0),
  coalesce(sum(paid_micros), 0)
from click_rollups group by campaign_id, creator_id
on conflict (campaign_id, creator_id) do update set valid = excluded.valid, invalid = excluded.invalid,
  held = excluded.held, unpaid = excluded.unpaid, paid_micros = excluded.paid_micros;
