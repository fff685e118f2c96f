-- Published lists of addresses, the last good one of each. A try that failed, or brought a list
-- that is not believed, leaves only its problem.
create table ip_lists (
  name text primary key,
  class text not null,
  source text not null,
  -- The beginning of the SHA-256 of what was downloaded.
  version text,
  etag text,
  -- One range or address a line.
  body text,
  ranges int,
  -- IPv4 addresses and IPv6 /64s.
  networks bigint,
  -- When it became what it is, and when its source last confirmed that.
  fetched_at timestamptz,
  checked_at timestamptz,
  tried_at timestamptz not null,
  problem text,
  constraint ip_lists_class check (class in ('relay', 'tor', 'datacenter', 'proxy', 'vpn')),
  constraint ip_lists_complete check (
    num_nulls(version, body, ranges, networks, fetched_at, checked_at) in (0, 6)
    and (etag is null or version is not null)
    and (version is not null or problem is not null)
  )
);

-- What operators decided about addresses. The narrowest range that holds an address counts.
create table ip_ranges (
  range cidr primary key,
  effect text not null,
  reason text not null,
  operator_id uuid not null references operators,
  decided_at timestamptz not null default now(),
  constraint ip_ranges_effect check (effect in ('allow', 'deny'))
);

-- What data a click was looked up in: which list as of when, and what operators had decided.
create table ip_data_versions (
  version int generated always as identity primary key,
  content jsonb not null,
  -- SHA-256 of the content.
  hash bytea not null,
  made_at timestamptz not null default now(),
  constraint ip_data_versions_made_once unique (hash)
);

alter table pending_clicks add column ip_data_version int;
alter table clicks add column ip_data_version int;

create or replace view all_clicks as
select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
  user_agent, referrer, country, asn, signals, recorded_at, verdict, reason, policy_version,
  settlement_id, transaction_id, paid_micros, ip_data_version
from clicks
union all
select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
  user_agent, referrer, country, asn, signals, recorded_at, 'pending', null, null, null, null, 0,
  ip_data_version
from pending_clicks;

-- Every worker listens, and reads the data anew.
create function notify_ip_data_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('ip_data_changed', '');
  return null;
end
$$;
create trigger ip_lists_notify after insert or update or delete on ip_lists
  for each statement execute function notify_ip_data_change();
create trigger ip_ranges_notify after insert or update or delete on ip_ranges
  for each statement execute function notify_ip_data_change();

grant select, insert, update, delete on ip_lists, ip_ranges to fairclick_app;
grant select, insert on ip_data_versions to fairclick_app;
