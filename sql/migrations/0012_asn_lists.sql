-- Tables of AS numbers, kept beside the lists of ip addresses.

-- An AS table has half a million ranges, so it is stored as packed columns and not as text.
alter table ip_lists add column packed bytea;

alter table ip_lists
  drop constraint ip_lists_class,
  drop constraint ip_lists_complete,
  add constraint ip_lists_class
    check (class in ('relay', 'tor', 'cloud', 'datacenter', 'proxy', 'vpn', 'asn')),
  add constraint ip_lists_complete check (
    num_nulls(version, ranges, networks, fetched_at, checked_at) in (0, 5)
    and num_nonnulls(body, packed) = num_nonnulls(version)
    and (body is null or class <> 'asn')
    and (packed is null or class = 'asn')
    and (etag is null or version is not null)
    and (version is not null or problem is not null)
  );

-- The official ranges of cloud providers are a class of their own.
update ip_lists set class = 'cloud' where class = 'datacenter' and name not like 'x4bnet-%';
