-- A click is written twice at most: into pending_clicks when it is recorded, and, with its verdict,
-- into clicks when it is judged. pending_clicks stays small; clicks only grows.
create table pending_clicks (
  id uuid primary key,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet not null,
  -- The address itself for IPv4, its /64 for IPv6.
  ip_key inet not null,
  device_key text not null,
  -- Whether the key is the device's own cookie come back, or only a hash of what it looks like.
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn int,
  -- What the checks that need only the click have found: [{"signal", "evidence"}], in deciding order.
  signals jsonb not null default '[]',
  recorded_at timestamptz not null default now()
);
create index pending_clicks_clicked on pending_clicks (clicked_at);
create index pending_clicks_link on pending_clicks (campaign_id, creator_id);
create index pending_clicks_creator on pending_clicks (creator_id);

create table settlements (
  id uuid primary key,
  shard smallint not null,
  watermark timestamptz not null,
  policy_version int not null,
  clicks int not null,
  valid int not null,
  paid_micros bigint not null,
  settled_at timestamptz not null default now()
);
create index settlements_newest on settlements (settled_at desc);

create table clicks (
  id uuid not null,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet,
  ip_key inet,
  device_key text,
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn int,
  signals jsonb not null,
  recorded_at timestamptz not null,
  verdict text not null,
  reason text,
  policy_version int not null,
  settlement_id uuid not null,
  -- The one ledger transaction that paid this click.
  transaction_id uuid,
  paid_micros bigint not null,
  primary key (id, clicked_at),
  constraint clicks_verdict check (verdict in ('valid', 'invalid', 'held', 'unpaid')),
  constraint clicks_reason check ((verdict = 'valid') = (reason is null)),
  constraint clicks_paid check (
    (verdict = 'valid' and paid_micros > 0 and transaction_id is not null)
    or (verdict <> 'valid' and paid_micros = 0 and transaction_id is null)
  )
) partition by range (clicked_at);
create index clicks_link on clicks (campaign_id, creator_id, clicked_at);
create index clicks_ip on clicks (ip_key, clicked_at);
create index clicks_device on clicks (device_key, clicked_at);

-- What nobody made a partition for (a clock far off) still finds a place.
create table clicks_default partition of clicks default;

create function make_click_partitions(from_day date, to_day date) returns int
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  day date;
  made int := 0;
begin
  for day in select generate_series(from_day, to_day, interval '1 day')::date loop
    if to_regclass(format('clicks_%s', to_char(day, 'YYYYMMDD'))) is null then
      execute format(
        'create table clicks_%s partition of clicks for values from (%L) to (%L)',
        to_char(day, 'YYYYMMDD'), day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
      );
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;

-- Counters per link and hour, kept by settlement in the transaction that judges the clicks.
create table click_rollups (
  campaign_id uuid not null,
  creator_id uuid not null,
  hour timestamptz not null,
  verdict text not null,
  reason text not null default '',
  clicks bigint not null,
  paid_micros bigint not null,
  primary key (campaign_id, creator_id, hour, verdict, reason)
);
create index click_rollups_creator on click_rollups (creator_id, hour);

-- Every click there is, judged or not, for those who only read.
create view all_clicks as
select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
  user_agent, referrer, country, asn, signals, recorded_at, verdict, reason, policy_version,
  settlement_id, transaction_id, paid_micros
from clicks
union all
select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
  user_agent, referrer, country, asn, signals, recorded_at, 'pending', null, null, null, null, 0
from pending_clicks;

grant select, insert, update, delete on pending_clicks to fairclick_app;
grant select, insert on clicks, settlements to fairclick_app;
grant select, insert, update on click_rollups to fairclick_app;
grant select on all_clicks to fairclick_app;
