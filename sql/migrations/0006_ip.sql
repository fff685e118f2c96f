-- What is known about ip addresses.

-- Published lists of ip addresses, the last good version of each. A failed download, or one that is
-- not plausible, changes only `problem`.
create table ip_lists (
  name text primary key,
  class text not null,
  source text not null,
  -- The beginning of the SHA-256 of the downloaded file.
  version text,
  etag text,
  -- One range or ip address per line.
  body text,
  ranges int,
  -- The number of IPv4 addresses and IPv6 /64s.
  networks bigint,
  -- When this version was downloaded, and when its source last confirmed that it is current.
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

-- Operators' decisions about ip addresses. The narrowest range that contains an address applies.
create table ip_ranges (
  range cidr primary key,
  effect text not null,
  reason text not null,
  operator_id uuid not null references operators,
  decided_at timestamptz not null default now(),
  constraint ip_ranges_effect check (effect in ('allow', 'deny'))
);

-- The data in which a click's ip address was looked up: the version of each list, and the operators'
-- decisions at that time.
create table ip_data_versions (
  version int generated always as identity primary key,
  content jsonb not null,
  -- SHA-256 of the content.
  hash bytea not null,
  made_at timestamptz not null default now(),
  constraint ip_data_versions_made_once unique (hash)
);

-- Every worker listens on ip_data_changed and reloads the data.
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
