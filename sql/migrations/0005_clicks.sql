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
  recorded_at timestamptz not null default now(),
  constraint pending_clicks_signals check (jsonb_typeof(signals) = 'array')
);
create index pending_clicks_clicked on pending_clicks (clicked_at, id);
create index pending_clicks_ip on pending_clicks (ip_key, clicked_at);
create index pending_clicks_device on pending_clicks (device_key, clicked_at);
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

-- Makes the partitions that are missing, says how many, and takes in what the default partition
-- holds for them. Attaching a table lets readers and writers of clicks go on.
create function make_click_partitions(from_day date, to_day date) returns int
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  day date;
  name text;
  starts timestamptz;
  ends timestamptz;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  for day in select generate_series(from_day, to_day, interval '1 day')::date loop
    name := 'clicks_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    starts := day::timestamp at time zone 'UTC';
    ends := (day + 1)::timestamp at time zone 'UTC';
    execute format('create table %I (like clicks including defaults including constraints)', name);
    execute format(
      'with moved as (delete from clicks_default where clicked_at >= %L and clicked_at < %L returning *)
       insert into %I select * from moved', starts, ends, name
    );
    execute format('alter table clicks attach partition %I for values from (%L) to (%L)', name, starts, ends);
    made := made + 1;
  end loop;
  return made;
end
$$;

-- What a campaign's held clicks would cost: this much of its escrow is neither paid nor released
-- before an operator has decided.
create table held_claims (
  campaign_id uuid primary key references campaigns,
  clicks bigint not null,
  micros bigint not null,
  constraint held_claims_not_negative check (clicks >= 0 and micros >= 0)
);

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
grant select, insert, update on click_rollups, held_claims to fairclick_app;
grant select on all_clicks to fairclick_app;
revoke execute on function make_click_partitions from public;
grant execute on function make_click_partitions to fairclick_app;
