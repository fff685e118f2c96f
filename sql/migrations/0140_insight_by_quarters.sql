-- Impressions and counted conversions by quarters of an hour, as clicks are: every time zone's days
-- begin and end with one. The nil creator stands for all links of the campaign together.

create table impression_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamptz not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id, starts_at),
  constraint impression_quarters_positive check (impressions > 0)
);

-- What was counted by the hour stands in its first quarter.
insert into impression_quarters
select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000'), hour, sum(impressions)
from impression_rollups
group by grouping sets ((campaign_id, creator_id, hour), (campaign_id, hour));
drop table impression_rollups;

create or replace function total_impressions() returns trigger language plpgsql security definer
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

-- By when the click was made, as `conversion_counts` by its day, so that a rate compares like with like.
create table conversion_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  starts_at timestamptz not null,
  conversions bigint not null,
  value_micros bigint not null,
  primary key (campaign_id, creator_id, event, starts_at),
  constraint conversion_quarters_not_negative check (conversions >= 0 and value_micros >= 0)
);
insert into conversion_quarters
select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000'), event, starts_at,
  count(*), coalesce(sum(value_micros), 0)
from (select *, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at from conversions where state = 'counted') c
group by grouping sets ((campaign_id, creator_id, event, starts_at), (campaign_id, event, starts_at));

create or replace function count_conversions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  change record;
begin
  for change in
    select campaign_id, creator_id, event, (clicked_at at time zone 'UTC')::date as click_day,
      sum(sign) as conversions, sum(sign * coalesce(value_micros, 0)) as value_micros
    from (
      select *, 1 as sign from fresh where state = 'counted'
      union all
      select *, -1 from stale where state = 'counted'
    ) changes
    group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4
  loop
    update conversion_counts c
    set conversions = c.conversions + change.conversions, value_micros = c.value_micros + change.value_micros
    where c.campaign_id = change.campaign_id and c.creator_id = change.creator_id
      and c.event = change.event and c.click_day = change.click_day;
    continue when found;
    insert into conversion_counts as c (campaign_id, creator_id, event, click_day, conversions, value_micros)
    values (change.campaign_id, change.creator_id, change.event, change.click_day, change.conversions, change.value_micros)
    on conflict (campaign_id, creator_id, event, click_day) do update
    set conversions = c.conversions + excluded.conversions, value_micros = c.value_micros + excluded.value_micros;
  end loop;
  for change in
    select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000') as creator_id, event, starts_at,
      sum(sign) as conversions, sum(sign * coalesce(value_micros, 0)) as value_micros
    from (
      select *, 1 as sign, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at
      from fresh where state = 'counted'
      union all
      select *, -1, date_bin('15 minutes', clicked_at, '2000-01-01Z') from stale where state = 'counted'
    ) changes
    group by grouping sets ((campaign_id, creator_id, event, starts_at), (campaign_id, event, starts_at))
    having sum(sign) <> 0 order by 1, 2, 3, 4
  loop
    update conversion_quarters c
    set conversions = c.conversions + change.conversions, value_micros = c.value_micros + change.value_micros
    where c.campaign_id = change.campaign_id and c.creator_id = change.creator_id
      and c.event = change.event and c.starts_at = change.starts_at;
    continue when found;
    insert into conversion_quarters as c (campaign_id, creator_id, event, starts_at, conversions, value_micros)
    values (change.campaign_id, change.creator_id, change.event, change.starts_at, change.conversions, change.value_micros)
    on conflict (campaign_id, creator_id, event, starts_at) do update
    set conversions = c.conversions + excluded.conversions, value_micros = c.value_micros + excluded.value_micros;
  end loop;
  return null;
end
$$;

-- Operators read them latest first: all, of a campaign, of a creator.
drop index conversions_latest;
create index conversions_of_campaign on conversions (campaign_id, received_at desc, click_id desc, event desc);
create index conversions_of_creator on conversions (creator_id, received_at desc, click_id desc, event desc);
create index conversions_received on conversions (received_at desc, click_id desc, event desc);

grant select, insert, update on impression_quarters to fairclick_app;
grant select on conversion_quarters to fairclick_app;
