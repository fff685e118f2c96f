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
  -- When the last of the escrow returned to the wallet after the end.
  released_at timestamptz,
  created_at timestamptz not null default now(),
  -- A pause that the developer cannot lift: an operator's, or the platform's after a dispute or a
  -- loss. A campaign that its developer had paused before stays paused when this pause is lifted.
  forced_pause_at timestamptz,
  forced_pause_by text,
  forced_pause_reason text,
  disabled_reason text,
  -- When its developer ended it early. ends_at is then the same moment, and may precede the start.
  ended_early_at timestamptz,
  constraint campaigns_payout_positive check (payout_micros > 0),
  constraint campaigns_budget_covers_a_click check (budget_micros >= payout_micros),
  constraint campaigns_end_after_start check (ends_at > starts_at or ended_early_at = ends_at),
  constraint campaigns_forced_pause check (
    (forced_pause_at is null) = (forced_pause_by is null)
    and (forced_pause_at is null) = (forced_pause_reason is null)
    and (forced_pause_at is null or paused_at is not null)
  ),
  constraint campaigns_forced_pause_by check (forced_pause_by in ('operator', 'platform')),
  constraint campaigns_disabled_reason check (disabled_reason is null or disabled_at is not null)
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
create index links_newest on links (joined_at desc, code desc);

-- Every api process listens on link_changed and drops the named entries of its link cache.
-- '<campaign>:<creator>' names one link, '*' in either place all of them.
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

-- A suspended user's links stop, and so do the links of a suspended developer's campaigns.
create function notify_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('link_changed', '*:' || new.id);
  perform pg_notify('link_changed', id || ':*') from campaigns where developer_id = new.id;
  return null;
end
$$;
create trigger users_notify after update of suspended_at on users
  for each row when (old.suspended_at is distinct from new.suspended_at)
  execute function notify_suspension();

grant select, insert, update on campaigns, links to fairclick_app;
