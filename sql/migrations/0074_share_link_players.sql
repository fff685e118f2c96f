-- Players whom games report as having come by a creator's Roblox share link, which names no click.

-- Who was counted. A player counts once per campaign and event.
create table share_link_players (
  campaign_id uuid not null,
  event text not null,
  -- A keyed hash of the campaign and the game's own id of the player.
  player bytea not null,
  creator_id uuid not null,
  reported_at timestamptz not null,
  primary key (campaign_id, event, player),
  foreign key (campaign_id, creator_id) references links
);
create index share_link_players_reported on share_link_players (reported_at);

-- What they were counted for; it stays when the players are deleted.
create table share_link_counts (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  players bigint not null,
  primary key (campaign_id, creator_id, event),
  foreign key (campaign_id, creator_id) references links
);

grant select, insert, delete on share_link_players to fairclick_app;
grant select, insert, update on share_link_counts to fairclick_app;
