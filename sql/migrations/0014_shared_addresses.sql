-- Addresses that many people share, and campaigns that judge them by limits of their own.

-- The developer's choice. Fixed once the campaign is funded: creators join under it.
alter table campaigns add column click_rules text not null default 'literal'
  constraint campaigns_click_rules check (click_rules in ('literal', 'shared-aware'));

-- `shared`: the lists do not apply, as for `allow`, and many people share the range.
alter table ip_ranges drop constraint ip_ranges_effect;
alter table ip_ranges add constraint ip_ranges_effect check (effect in ('allow', 'deny', 'shared'));

-- Of the valid clicks in click_quarters, those from shared addresses, on campaigns that judge these by
-- limits of their own. Kept for as long as a limit looks back.
create table shared_click_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamptz not null,
  valid bigint not null,
  primary key (campaign_id, creator_id, starts_at)
);
create index shared_click_quarters_age on shared_click_quarters (starts_at);

-- Addresses whose clicks show that many people share them. A row counts until it expires.
create table learnt_addresses (
  -- The address itself for IPv4, its /64 for IPv6.
  ip_key inet primary key,
  devices int not null,
  creators int not null,
  learnt_at timestamptz not null,
  expires_at timestamptz not null,
  constraint learnt_addresses_counts check (devices > 0 and creators > 0)
);
create index learnt_addresses_newest on learnt_addresses (learnt_at desc, ip_key);
create index learnt_addresses_expiry on learnt_addresses (expires_at);

grant select, insert, update, delete on shared_click_quarters, learnt_addresses to fairclick_app;
