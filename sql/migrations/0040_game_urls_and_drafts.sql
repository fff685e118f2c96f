-- Addresses that a campaign's game had before its developer changed them. A click led to the
-- address with the earliest used_until after it, or to the campaign's own if there is none.
create table former_game_urls (
  id bigint generated always as identity primary key,
  campaign_id uuid not null references campaigns,
  used_until timestamptz not null,
  game_url text not null,
  changed_by uuid not null references users
);
create index former_game_urls_campaign on former_game_urls (campaign_id, used_until, id);
create trigger former_game_urls_append_only before update or delete on former_game_urls
  for each row execute function refuse_change();
create trigger former_game_urls_no_truncate before truncate on former_game_urls
  for each statement execute function refuse_change();

-- Campaigns that a developer has not launched yet: the wizard's fields as typed, unchecked.
create table campaign_drafts (
  id uuid primary key,
  developer_id uuid not null references users,
  fields jsonb not null,
  -- The step of the wizard that was open, from 1.
  step smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  constraint campaign_drafts_step check (step between 1 and 3),
  constraint campaign_drafts_size check (octet_length(fields::text) <= 100000)
);
create index campaign_drafts_developer on campaign_drafts (developer_id, updated_at desc);

grant select, insert on former_game_urls to fairclick_app;
grant select, insert, update, delete on campaign_drafts to fairclick_app;
