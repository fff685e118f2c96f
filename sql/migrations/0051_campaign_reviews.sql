-- Campaigns, and new addresses of running campaigns, that wait for an operator before they are live.

-- A new campaign that waits is paused with forced_pause_by = 'review'.
alter table campaigns drop constraint campaigns_forced_pause_by;
alter table campaigns add constraint campaigns_forced_pause_by
  check (forced_pause_by in ('operator', 'platform', 'review'));

create table campaign_reviews (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  subject text not null,
  -- The address under review. A running campaign leads to its former one until the approval.
  game_url text not null,
  reasons text[] not null,
  waits_since timestamptz not null,
  state text not null default 'waiting',
  -- Why an operator approved or rejected it.
  answer text,
  decided_by uuid references operators,
  decided_at timestamptz,
  constraint campaign_reviews_subject check (subject in ('campaign', 'game_url')),
  constraint campaign_reviews_reasons check (cardinality(reasons) > 0),
  constraint campaign_reviews_state check (
    (state = 'waiting' and num_nonnulls(answer, decided_by, decided_at) = 0)
    or (state = 'withdrawn' and num_nonnulls(answer, decided_by) = 0 and decided_at is not null)
    or (state in ('approved', 'rejected') and num_nulls(answer, decided_by, decided_at) = 0)
  )
);
create unique index campaign_reviews_waiting on campaign_reviews (campaign_id)
  where state = 'waiting';
create index campaign_reviews_state on campaign_reviews (state, id);

-- Hosts outside of TRUSTED_HOSTS to which live campaigns of a developer have led.
create table campaign_hosts (
  developer_id uuid not null references users,
  host text not null,
  live_since timestamptz not null,
  primary key (developer_id, host)
);
create index campaign_hosts_host on campaign_hosts (host);

grant select, insert, update on campaign_reviews to fairclick_app;
grant select, insert, delete on campaign_hosts to fairclick_app;
