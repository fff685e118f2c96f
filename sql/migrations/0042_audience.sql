-- Tables of countries beside the tables of AS numbers, and campaigns that pay for a part of the clicks only.

alter table ip_lists
  drop constraint ip_lists_class,
  drop constraint ip_lists_complete,
  add constraint ip_lists_class
    check (class in ('relay', 'tor', 'cloud', 'datacenter', 'proxy', 'vpn', 'asn', 'country')),
  add constraint ip_lists_complete check (
    num_nulls(version, ranges, networks, fetched_at, checked_at) in (0, 5)
    and num_nonnulls(body, packed) = num_nonnulls(version)
    and (body is null or class not in ('asn', 'country'))
    and (packed is null or class in ('asn', 'country'))
    and (etag is null or version is not null)
    and (version is not null or problem is not null)
  );

-- Clicks from other countries or devices are not paid. Null pays for all of them.
alter table campaigns
  add column audience_countries text[],
  add column audience_devices text[],
  add constraint campaigns_audience_countries check (
    cardinality(audience_countries) between 1 and 250
    and array_position(audience_countries, null) is null
    and array_to_string(audience_countries, ',') ~ '^[A-Z]{2}(,[A-Z]{2})*$'
  ),
  add constraint campaigns_audience_devices check (
    cardinality(audience_devices) between 1 and 3
    and audience_devices <@ array['phone', 'desktop', 'console']
  );

-- Creators join a funded campaign for its audience, which can only grow from then on.
create function keep_audience() returns trigger language plpgsql as $$
begin
  if old.funded_at is not null and (
    (new.audience_countries is not null
      and (old.audience_countries is null or not new.audience_countries @> old.audience_countries))
    or (new.audience_devices is not null
      and (old.audience_devices is null or not new.audience_devices @> old.audience_devices))
  ) then
    raise exception 'the audience of a funded campaign can only grow' using errcode = 'check_violation',
      constraint = 'campaigns_audience_grows';
  end if;
  return new;
end
$$;
create trigger campaigns_audience_grows before update of audience_countries, audience_devices on campaigns
  for each row execute function keep_audience();
