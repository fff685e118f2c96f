create table campaigns (
  id uuid primary key,
  developer_id uuid not null references users,
  name text not null,
  game_title text not null,
  description text not null,
  game_url text not null,
  target_audience text not null,
  trailer_link text,
  genres text[] not null,
  hashtags text[] not null,
  conversion_tips text not null,
  payout_micros bigint not null,
  budget_micros bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  funded_at timestamptz,
  paused_at timestamptz,
  disabled_at timestamptz,
  -- When the last of the escrow went back to the wallet after the end.
  released_at timestamptz,
  created_at timestamptz not null default now(),
  constraint campaigns_payout_positive check (payout_micros > 0),
  constraint campaigns_budget_covers_a_click check (budget_micros >= payout_micros),
  constraint campaigns_end_after_start check (ends_at > starts_at)
);
create index campaigns_developer on campaigns (developer_id, created_at desc);
create index campaigns_newest on campaigns (created_at desc, id desc);
create index campaigns_unreleased on campaigns (ends_at) where funded_at is not null and released_at is null;

create table links (
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  code text not null,
  joined_at timestamptz not null default now(),
  disabled_at timestamptz,
  disabled_by text,
  primary key (campaign_id, creator_id),
  constraint links_code_taken unique (code),
  constraint links_disabled_by check (
    (disabled_at is null and disabled_by is null)
    or (disabled_at is not null and disabled_by in ('developer', 'operator'))
  )
);
create index links_creator on links (creator_id, joined_at desc);

-- Every api process listens: whatever its link cache knows of the campaign is thrown away.
create function notify_link_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'links' then
    perform pg_notify('link_changed', new.campaign_id || ':' || new.creator_id);
  else
    perform pg_notify('link_changed', new.id || ':*');
  end if;
  return null;
end
$$;
create trigger links_notify after insert or update on links
  for each row execute function notify_link_change();
create trigger campaigns_notify after update on campaigns
  for each row execute function notify_link_change();

grant select, insert, update on campaigns, links to fairclick_app;
