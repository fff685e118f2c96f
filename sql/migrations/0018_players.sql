-- Players whom games report, and how often each rule refuses clicks of people who come back.

-- One row per click that brought a player into the game.
create table players (
  click_id uuid primary key,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  -- A keyed hash of the campaign and the game's own id of the player.
  player bytea not null,
  joined_at timestamptz not null,
  -- When the player came back on a later day; null if no game has reported it.
  returned_at timestamptz,
  -- The rule that refused the click when it was judged, or '' if it was accepted; null until the
  -- row is counted.
  judged_as text,
  -- A player counts once per campaign, with one click.
  is_counted boolean not null default false,
  return_seen boolean not null default false,
  -- What became of a refused click whose player came back; null while that is open.
  outcome text,
  -- When to try the payment next; null if there is nothing to try.
  try_at timestamptz,
  constraint players_player_length check (octet_length(player) = 16),
  constraint players_counted check (judged_as is not null or not (is_counted or return_seen)),
  constraint players_returned check (returned_at is not null or (not return_seen and try_at is null))
);
create unique index players_counted_once on players (campaign_id, player) where is_counted;
create index players_player on players (campaign_id, player);
create index players_unjudged on players (joined_at, click_id) where judged_as is null;
create index players_unseen_return on players (returned_at, click_id)
  where returned_at is not null and not return_seen and judged_as is not null;
create index players_due on players (try_at, campaign_id) where try_at is not null;
create index players_clicked on players (clicked_at);

-- Counted players per link, by the UTC day of the click and by the rule that refused it ('' if it was
-- accepted).
create table player_days (
  campaign_id uuid not null,
  creator_id uuid not null,
  judged_as text not null,
  day date not null,
  joined bigint not null,
  returned bigint not null,
  primary key (campaign_id, creator_id, judged_as, day),
  constraint player_days_returned check (returned between 0 and joined)
);

-- Clicks that a rule refused or held and that were approved later. The statistics count them as
-- valid, the figures of the rule still count them as refused.
create table cleared_clicks (
  campaign_id uuid not null,
  creator_id uuid not null,
  reason text not null,
  day date not null,
  clicks bigint not null,
  primary key (campaign_id, creator_id, reason, day)
);

-- The published figures of each rule, replaced whole whenever they are measured.
create table rule_trials (
  signal text primary key,
  clicks bigint not null,
  joined bigint not null,
  returned bigint not null,
  -- Accepted clicks of the same links.
  accepted_clicks bigint not null,
  accepted_joined bigint not null,
  accepted_returned bigint not null,
  developers int not null,
  -- The same without the developer whose games report the most returns.
  others_clicks bigint not null,
  others_returned bigint not null,
  from_day date not null,
  to_day date not null,
  measured_at timestamptz not null
);

-- How many accepted clicks of a campaign became players, beside the median of its first genre.
create table campaign_join_rates (
  campaign_id uuid primary key references campaigns,
  clicks bigint not null,
  joined bigint not null,
  -- Null if too few campaigns of the genre report players.
  genre_rate float8,
  is_far_below boolean not null,
  measured_at timestamptz not null
);

-- A decision without an operator is an approval that the game's reports proved.
alter table click_decisions alter column operator_id drop not null;
alter table click_decisions add constraint click_decisions_operator
  check (operator_id is not null or action = 'approve');

grant select, insert, update, delete on players to fairclick_app;
grant select, insert, update on player_days, cleared_clicks to fairclick_app;
grant select, insert, update, delete on rule_trials, campaign_join_rates to fairclick_app;
