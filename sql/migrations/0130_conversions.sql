-- What a developer's servers report with. Only the SHA-256 is stored: who reads this table can
-- report nothing.
create table campaign_keys (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- From then on it is worth nothing: revoked, or some hours after it was rotated.
  ends_at timestamptz,
  -- The last report of a made-up click, by which people see that their set-up works.
  tested_at timestamptz,
  tested_event text,
  constraint campaign_keys_hash_length check (octet_length(token_hash) = 32),
  constraint campaign_keys_tested check ((tested_at is null) = (tested_event is null))
);
create unique index campaign_keys_hash on campaign_keys (token_hash);
create index campaign_keys_campaign on campaign_keys (campaign_id, created_at);

-- What a campaign's developer wants to hear of beside the events that every campaign has. One of
-- them may be the conversion; where none is, arriving in the game is.
create table conversion_events (
  campaign_id uuid not null references campaigns,
  name text not null,
  is_conversion boolean not null default false,
  primary key (campaign_id, name)
);
create unique index conversion_events_one_conversion on conversion_events (campaign_id)
  where is_conversion;

-- What became of a click, each event once.
create table conversions (
  click_id uuid not null,
  event text not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  clicked_at timestamptz not null,
  -- When it happened, and when we were told.
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  value_micros bigint,
  -- Follows the click's verdict: waiting while it is pending, held, counted when it is valid, off.
  state text not null default 'waiting',
  primary key (click_id, event),
  constraint conversions_state check (state in ('waiting', 'held', 'counted', 'off')),
  constraint conversions_value_not_negative check (value_micros >= 0)
);
create index conversions_waiting on conversions (click_id) where state = 'waiting';
create index conversions_uncounted on conversions (campaign_id, creator_id, state)
  where state in ('waiting', 'held');
create index conversions_latest on conversions (campaign_id, received_at desc);

-- Counted conversions per link and event, by the UTC day of the click.
create table conversion_counts (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  click_day date not null,
  conversions bigint not null,
  value_micros bigint not null,
  primary key (campaign_id, creator_id, event, click_day),
  constraint conversion_counts_not_negative check (conversions >= 0 and value_micros >= 0)
);

-- A conversion starts uncounted, so that whatever counts it, or takes it off, is an update: the
-- counters are kept here and nowhere else; in the order of their keys, so that two never wait in a circle.
create function count_conversions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  change record;
begin
  for change in
    select campaign_id, creator_id, event, (clicked_at at time zone 'UTC')::date as click_day,
      sum(sign) as conversions, sum(sign * coalesce(value_micros, 0)) as value_micros
    from (
      select *, 1 as sign from fresh where state = 'counted'
      union all
      select *, -1 from stale where state = 'counted'
    ) changes
    group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4
  loop
    update conversion_counts c
    set conversions = c.conversions + change.conversions, value_micros = c.value_micros + change.value_micros
    where c.campaign_id = change.campaign_id and c.creator_id = change.creator_id
      and c.event = change.event and c.click_day = change.click_day;
    continue when found;
    insert into conversion_counts as c (campaign_id, creator_id, event, click_day, conversions, value_micros)
    values (change.campaign_id, change.creator_id, change.event, change.click_day, change.conversions, change.value_micros)
    on conflict (campaign_id, creator_id, event, click_day) do update
    set conversions = c.conversions + excluded.conversions, value_micros = c.value_micros + excluded.value_micros;
  end loop;
  return null;
end
$$;
create trigger conversions_count after update on conversions
  referencing old table as stale new table as fresh
  for each statement execute function count_conversions();

create function conversion_state(verdict text) returns text
  language sql immutable parallel safe
return case verdict when 'valid' then 'counted' when 'held' then 'held' when 'pending' then 'waiting' else 'off' end;

-- A judged click whose verdict changes (an operator decides, or takes a payment back) takes its
-- conversions along, whoever changes it.
create function follow_verdict() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update conversions set state = conversion_state(new.verdict)
  where click_id = new.id and state <> conversion_state(new.verdict);
  return null;
end
$$;
create trigger clicks_verdict_changed after update of verdict on clicks
  for each row when (old.verdict is distinct from new.verdict) execute function follow_verdict();

grant select, insert, update on campaign_keys to fairclick_app;
grant select, insert, update, delete on conversion_events to fairclick_app;
grant select, insert (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros),
  update (state) on conversions to fairclick_app;
grant select on conversion_counts to fairclick_app;
