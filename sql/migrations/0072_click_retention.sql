-- What dropped partitions of clicks held, summed up as far as the books must still account for it:
-- the payouts of each transaction, the clicks of each settlement, the counters of each link and hour.
create table dropped_clicks (
  day date not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  hour timestamptz not null,
  verdict text not null,
  reason text not null,
  settlement_id uuid not null,
  transaction_id uuid,
  clicks bigint not null,
  paid_micros bigint not null
);
create index dropped_clicks_day on dropped_clicks (day);

-- The days whose clicks no longer say from where they came.
create table anonymised_click_days (
  day date primary key,
  anonymised_at timestamptz not null default now()
);

-- Every judged click, or what is left of it, for those who count.
create view counted_clicks as
select campaign_id, creator_id, date_trunc('hour', clicked_at, 'UTC') as hour, verdict,
  coalesce(reason, '') as reason, settlement_id, transaction_id, 1::bigint as clicks, paid_micros
from clicks
union all
select campaign_id, creator_id, hour, verdict, reason, settlement_id, transaction_id, clicks, paid_micros
from dropped_clicks;

-- The days that have a partition of their own and lie wholly before another.
create function click_days_before(before_day date) returns setof date
  language sql stable set search_path = public, pg_temp
as $$
  select to_date(right(relname, 8), 'YYYYMMDD') as day
  from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'clicks'::regclass and relname ~ '^clicks_\d{8}$'
    and to_date(right(relname, 8), 'YYYYMMDD') < before_day
  order by day
$$;

-- Sums a day up and drops its partition. A day with clicks that an operator has still to decide
-- about stays. Nobody writes to the partition meanwhile, so that no click slips in between.
create function drop_click_day(day date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s'
as $$
declare
  name text := 'clicks_' || to_char(day, 'YYYYMMDD');
  undecided boolean;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  if to_regclass(name) is null then
    return false;
  end if;
  execute format('lock table %I in share mode', name);
  execute format('select exists (select from %I where verdict = %L)', name, 'held') into undecided;
  if undecided then
    return false;
  end if;
  execute format(
    'insert into dropped_clicks (day, campaign_id, creator_id, hour, verdict, reason, settlement_id,
       transaction_id, clicks, paid_micros)
     select %L, campaign_id, creator_id, date_trunc(''hour'', clicked_at, ''UTC''), verdict,
       coalesce(reason, ''''), settlement_id, transaction_id, count(*), sum(paid_micros)
     from %I group by 2, 3, 4, 5, 6, 7, 8', day, name
  );
  execute format('drop table %I', name);
  return true;
end
$$;

-- Takes from a day's clicks what tells whose they were. Gives how many there were to do.
create function anonymise_click_day(day date) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed bigint;
begin
  update clicks set ip = null, ip_key = null, device_key = null, user_agent = null
  where clicked_at >= day::timestamp at time zone 'UTC'
    and clicked_at < (day + 1)::timestamp at time zone 'UTC'
    and (ip is not null or ip_key is not null or device_key is not null or user_agent is not null);
  get diagnostics changed = row_count;
  insert into anonymised_click_days (day) values (day) on conflict do nothing;
  return changed;
end
$$;

revoke execute on function click_days_before, drop_click_day, anonymise_click_day from public;
grant execute on function click_days_before, drop_click_day, anonymise_click_day to fairclick_app;
grant select on dropped_clicks, anonymised_click_days, counted_clicks to fairclick_app;
