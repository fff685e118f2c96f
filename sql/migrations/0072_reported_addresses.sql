-- What visitors report about links, and what operators decide about the addresses behind them.

create table reported_addresses (
  id uuid primary key,
  -- The canonical form of a game URL: core/campaigns/canonical-address.ts.
  address text not null,
  -- An address can be longer than an entry of an index.
  address_hash text not null unique,
  host text not null,
  state text not null default 'open',
  opened_at timestamptz not null,
  -- Whether a confirmation covers all addresses of the host and of its subdomains.
  whole_host boolean not null default false,
  -- Why an operator confirmed or dismissed it.
  answer text,
  decided_by uuid references operators,
  decided_at timestamptz,
  constraint reported_addresses_state check (
    (state = 'open' and num_nonnulls(answer, decided_by, decided_at) = 0)
    or (state in ('confirmed', 'dismissed') and num_nulls(answer, decided_by, decided_at) = 0)
  ),
  constraint reported_addresses_whole_host check (not whole_host or state = 'confirmed')
);
create index reported_addresses_state on reported_addresses (state, id);
create index reported_addresses_confirmed on reported_addresses (host) where state = 'confirmed';

create table link_reports (
  id uuid primary key,
  address_id uuid not null references reported_addresses,
  campaign_id uuid not null references campaigns,
  -- Null if the campaign was reported, not the link of a creator.
  creator_id uuid references users,
  reason text not null,
  text text not null,
  signed_in boolean not null,
  -- Keyed hashes of the reporter's address or account, and of the network. No address is stored.
  reporter text not null,
  network text not null,
  reported_at timestamptz not null,
  day date not null,
  constraint link_reports_reason
    check (reason in ('scam', 'not_a_game', 'adult', 'hate', 'other')),
  constraint link_reports_text check (length(text) <= 500),
  constraint link_reports_once unique nulls not distinct (campaign_id, creator_id, reporter, day)
);
create index link_reports_address on link_reports (address_id, reported_at);
create index link_reports_reported_at on link_reports (reported_at);

-- The confirmed address to which the campaign leads: its visitors see a warning. The campaign is
-- paused meanwhile, by whatever paused it first.
alter table campaigns add column blocked_by uuid references reported_addresses;
alter table campaigns drop constraint campaigns_forced_pause_by;
alter table campaigns add constraint campaigns_forced_pause_by
  check (forced_pause_by in ('operator', 'platform', 'review', 'report'));
alter table campaigns add constraint campaigns_blocked
  check (blocked_by is null or forced_pause_at is not null);
create index campaigns_blocked on campaigns (blocked_by) where blocked_by is not null;

grant select, insert, update on reported_addresses to fairclick_app;
grant select, insert, delete on link_reports to fairclick_app;
