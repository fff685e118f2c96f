-- A policy that judges clicks beside the active one, to measure what it would change. It decides nothing.
create table policy_shadows (
  id uuid primary key,
  -- Version of the rules in the release that started it: only these rules judge by it.
  rules_version integer not null,
  -- Version that was active at the start; the values are shown beside its values.
  base_version integer not null,
  policy jsonb not null,
  reason text not null,
  started_by uuid not null references operators,
  -- It judges clicks made from `started_at` on and before `until`.
  started_at timestamptz not null,
  until timestamptz not null,
  -- Set if an operator stops it or settlement ends it.
  ended_at timestamptz,
  -- Why settlement ended it.
  failure text,
  -- When an operator first looked at its figures after its end.
  seen_at timestamptz,
  constraint policy_shadows_times check (
    until > started_at and until <= started_at + interval '30 days'
  ),
  constraint policy_shadows_failure check (failure is null or ended_at is not null),
  constraint policy_shadows_lengths check (
    length(reason) <= 500 and length(failure) <= 500 and length(policy::text) <= 10000
  )
);
-- Starting another one removes this one with its figures.
create unique index policy_shadows_one on policy_shadows ((true));

-- Clicks that the active policy decided as `from` and the shadow as `to`. Each shard of the settlement has
-- its own rows, so that they do not wait for each other.
create table policy_shadow_outcomes (
  shadow_id uuid not null references policy_shadows on delete cascade,
  shard smallint not null,
  from_verdict text not null,
  from_reason text,
  to_verdict text not null,
  to_reason text,
  clicks bigint not null,
  micros bigint not null,
  constraint policy_shadow_outcomes_one_each unique nulls not distinct
    (shadow_id, shard, from_verdict, from_reason, to_verdict, to_reason)
);

-- Clicks per link that the two decide differently, of a bounded number of links per shard.
create table policy_shadow_links (
  shadow_id uuid not null references policy_shadows on delete cascade,
  shard smallint not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  clicks bigint not null,
  micros bigint not null,
  primary key (shadow_id, shard, campaign_id, creator_id)
);

-- A few clicks of each difference, to look at.
create table policy_shadow_clicks (
  shadow_id uuid not null references policy_shadows on delete cascade,
  click_id uuid not null,
  clicked_at timestamptz not null,
  from_verdict text not null,
  from_reason text,
  to_verdict text not null,
  to_reason text,
  primary key (shadow_id, click_id)
);

grant select, insert, delete on policy_shadows to fairclick_app;
grant update (ended_at, failure, seen_at) on policy_shadows to fairclick_app;
grant select, insert on policy_shadow_outcomes, policy_shadow_links, policy_shadow_clicks
  to fairclick_app;
grant update (clicks, micros) on policy_shadow_outcomes, policy_shadow_links to fairclick_app;
