-- What visitors do in the games after a click, as developers report it.

-- Keys with which a developer's servers report. Stores only the SHA-256: a reader of this table
-- cannot report anything.
create table campaign_keys (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- The key is invalid from this moment: when it was revoked, or some hours after its rotation.
  ends_at timestamptz,
  -- The last report of a test click, which shows developers that their set-up works.
  tested_at timestamptz,
  tested_event text,
  constraint campaign_keys_hash_length check (octet_length(token_hash) = 32),
  constraint campaign_keys_tested check ((tested_at is null) = (tested_event is null))
);
create unique index campaign_keys_hash on campaign_keys (token_hash);
create index campaign_keys_campaign on campaign_keys (campaign_id, created_at);

-- Events that a developer adds to those of every campaign. At most one of them is the conversion; if
-- none is, arrival in the game is the conversion.
create table conversion_events (
  campaign_id uuid not null references campaigns,
  name text not null,
  is_conversion boolean not null default false,
  primary key (campaign_id, name)
);
create unique index conversion_events_one_conversion on conversion_events (campaign_id)
  where is_conversion;

-- The events that followed a click, each at most once per click.
create table conversions (
  click_id uuid not null,
  event text not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  clicked_at timestamptz not null,
  -- When the event happened, and when its report arrived.
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  value_micros bigint,
  -- Follows the click's verdict: waiting while it is pending, held, counted if it is valid, else off.
  state text not null default 'waiting',
  primary key (click_id, event),
  constraint conversions_state check (state in ('waiting', 'held', 'counted', 'off')),
  constraint conversions_value_not_negative check (value_micros >= 0)
);
create index conversions_waiting on conversions (click_id) where state = 'waiting';
create index conversions_uncounted on conversions (campaign_id, creator_id, state)
  where state in ('waiting', 'held');
-- Operators read them latest first: all, of a campaign, of a creator.
create index conversions_received on conversions (received_at desc, click_id desc, event desc);
create index conversions_of_campaign on conversions (campaign_id, received_at desc, click_id desc, event desc);
create index conversions_of_creator on conversions (creator_id, received_at desc, click_id desc, event desc);

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

-- Counted conversions by quarter hours of the click, as clicks are counted, so that a rate compares
-- like with like. The nil creator stands for all links of the campaign together.
create table conversion_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  starts_at timestamptz not null,
  conversions bigint not null,
  value_micros bigint not null,
  primary key (campaign_id, creator_id, event, starts_at),
  constraint conversion_quarters_not_negative check (conversions >= 0 and value_micros >= 0)
);

-- Updates both counters. A conversion is inserted uncounted, so every change of the counts is an
-- update of the conversion. Counters are locked in the order of their keys, so that two transactions
-- never deadlock.
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
  for change in
    select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000') as creator_id, event, starts_at,
      sum(sign) as conversions, sum(sign * coalesce(value_micros, 0)) as value_micros
    from (
      select *, 1 as sign, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at
      from fresh where state = 'counted'
      union all
      select *, -1, date_bin('15 minutes', clicked_at, '2000-01-01Z') from stale where state = 'counted'
    ) changes
    group by grouping sets ((campaign_id, creator_id, event, starts_at), (campaign_id, event, starts_at))
    having sum(sign) <> 0 order by 1, 2, 3, 4
  loop
    update conversion_quarters c
    set conversions = c.conversions + change.conversions, value_micros = c.value_micros + change.value_micros
    where c.campaign_id = change.campaign_id and c.creator_id = change.creator_id
      and c.event = change.event and c.starts_at = change.starts_at;
    continue when found;
    insert into conversion_quarters as c (campaign_id, creator_id, event, starts_at, conversions, value_micros)
    values (change.campaign_id, change.creator_id, change.event, change.starts_at, change.conversions, change.value_micros)
    on conflict (campaign_id, creator_id, event, starts_at) do update
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

-- A judged click whose verdict changes (an operator decides or reverses it) changes the state of its
-- conversions in the same transaction.
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

-- The state that each waiting conversion of a judged click must get; of all clicks if `asked` is
-- null. Locks the clicks: a transaction that changes a verdict may have looked for conversions
-- already, so a conversion inserted since must wait for it and follow the new verdict.
create function judged_conversions(asked uuid[])
  returns table (click_id uuid, event text, state text)
  language sql security definer
  set search_path = public, pg_temp
as $$
  select w.click_id, w.event, k.state
  from (
    select click_id, event, clicked_at from conversions
    where state = 'waiting' and (asked is null or click_id = any (asked))
    order by click_id, event
  ) w
  cross join lateral (
    select conversion_state(c.verdict) as state from clicks c
    where c.id = w.click_id and c.clicked_at = w.clicked_at
    for share
  ) k
$$;

revoke execute on function judged_conversions from public;
grant execute on function judged_conversions to fairclick_app;
grant select, insert, update on campaign_keys to fairclick_app;
grant select, insert, update, delete on conversion_events to fairclick_app;
grant select, insert (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros),
  update (state) on conversions to fairclick_app;
grant select on conversion_counts, conversion_quarters to fairclick_app;
