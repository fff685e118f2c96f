-- Counters for people who read statistics, updated by every transaction that gives a click its
-- verdict or changes it. The nil creator stands for all links of the campaign together.

-- Totals per link, and the verdicts of its last clicks, the newest last: 1 is invalid, 0 any other.
-- One table for both because every settlement updates both.
create table link_outcomes (
  campaign_id uuid not null,
  creator_id uuid not null,
  outcomes text not null,
  valid bigint not null default 0,
  invalid bigint not null default 0,
  held bigint not null default 0,
  unpaid bigint not null default 0,
  paid_micros bigint not null default 0,
  primary key (campaign_id, creator_id)
);
create index link_outcomes_creator on link_outcomes (creator_id);

-- By quarter hours: the days of every time zone begin and end with one.
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

-- By UTC days and the values of each dimension.
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

-- The hosts that a campaign's statistics show by name. Their number is limited, because a program
-- can invent any number of hosts.
create table campaign_referrers (
  campaign_id uuid not null,
  host text not null,
  primary key (campaign_id, host)
);

-- Every judged click, or the sums of the dropped ones, by the dimensions of the counters above. Of a
-- dropped day only the hour is known, and no dimension but the reason.
create view counted_visits as
select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
  (clicked_at at time zone 'UTC')::date as day, verdict, reason, country, device_class, browser, referrer_host,
  1::bigint as clicks, paid_micros as micros
from clicks
union all
select campaign_id, creator_id, hour, (hour at time zone 'UTC')::date, verdict, nullif(reason, ''), null, null, null,
  null, clicks, paid_micros
from dropped_clicks;

-- Loads of a creator's embed, by quarter hours. Click-through rates are measured against them.
create table impression_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamptz not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id, starts_at),
  constraint impression_quarters_positive check (impressions > 0)
);

-- Impressions per link over all time, for screens that show only the total: a busy campaign has
-- hundreds of thousands of quarters. Updated only by the triggers on impression_quarters.
create table impression_totals (
  campaign_id uuid not null,
  creator_id uuid not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id),
  constraint impression_totals_positive check (impressions > 0)
);

create function total_impressions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into impression_totals as total (campaign_id, creator_id, impressions)
    select campaign_id, creator_id, sum(impressions) from fresh
    where creator_id <> '00000000-0000-0000-0000-000000000000' group by 1, 2 order by 1, 2
    on conflict (campaign_id, creator_id) do update set impressions = total.impressions + excluded.impressions;
  else
    update impression_totals total set impressions = total.impressions + more.impressions
    from (
      select f.campaign_id, f.creator_id, sum(f.impressions - s.impressions) as impressions
      from fresh f join stale s using (campaign_id, creator_id, starts_at) group by 1, 2
    ) more
    where total.campaign_id = more.campaign_id and total.creator_id = more.creator_id;
  end if;
  return null;
end
$$;
create trigger impressions_counted after insert on impression_quarters
  referencing new table as fresh for each statement execute function total_impressions();
create trigger impressions_added after update on impression_quarters
  referencing old table as stale new table as fresh for each statement execute function total_impressions();

grant select, insert, update on link_outcomes, click_quarters, click_days, impression_quarters
  to fairclick_app;
grant select, insert on campaign_referrers to fairclick_app;
grant select on impression_totals, counted_visits to fairclick_app;
