-- Values of the policy for the clicks of one campaign or one creator. A row never changes: a newer revision
-- of the same subject replaces it from its `active_from` on, and one without values ends it.
create table policy_overrides (
  revision integer primary key,
  campaign_id uuid references campaigns,
  creator_id uuid references users,
  overridden jsonb not null,
  active_from timestamptz not null,
  until timestamptz not null,
  reason text not null,
  created_by uuid not null references operators,
  -- The second operator. Without one, the values can only be stricter than the policy's.
  approved_by uuid references operators,
  created_at timestamptz not null,
  constraint policy_overrides_revision check (revision > 0),
  constraint policy_overrides_subject check (num_nonnulls(campaign_id, creator_id) = 1),
  constraint policy_overrides_two_operators check (approved_by <> created_by),
  constraint policy_overrides_span check (
    until > active_from and until - created_at <= interval '8760 hours'
    and (approved_by is null or until - created_at <= interval '720 hours')
  ),
  constraint policy_overrides_lengths check (
    length(reason) <= 500 and length(overridden::text) <= 1000
  )
);
-- Each batch of clicks reads those that have not ended.
create index policy_overrides_until on policy_overrides (until);
create index policy_overrides_campaign on policy_overrides (campaign_id, revision);
create index policy_overrides_creator on policy_overrides (creator_id, revision);

-- Overrides that loosen the policy: one operator requests them, a different one approves them.
create table policy_override_requests (
  id uuid primary key,
  campaign_id uuid references campaigns,
  creator_id uuid references users,
  overridden jsonb not null,
  until timestamptz not null,
  -- The revision that it replaces; null if the subject had none.
  replaces integer references policy_overrides,
  reason text not null,
  requested_by uuid not null references operators,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  answered_by uuid references operators,
  answered_at timestamptz,
  -- Set if it was approved.
  revision integer references policy_overrides,
  constraint policy_override_requests_subject check (num_nonnulls(campaign_id, creator_id) = 1),
  constraint policy_override_requests_answer check (
    (answered_by is null) = (answered_at is null) and (revision is null or answered_by is not null)
  ),
  constraint policy_override_requests_two_operators check (
    revision is null or (answered_by <> requested_by and answered_at < expires_at)
  ),
  constraint policy_override_requests_lengths check (
    length(reason) <= 500 and length(overridden::text) <= 1000
  )
);
create index policy_override_requests_open on policy_override_requests (id) where answered_at is null;

grant select, insert on policy_overrides, policy_override_requests to fairclick_app;
grant update (answered_by, answered_at, revision) on policy_override_requests to fairclick_app;

-- The overrides that judged a click, beside `policy_version`. Null for nearly all: they cost no space.
alter table clicks add column campaign_override integer, add column creator_override integer;

create or replace view all_clicks as
  select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
    user_agent, referrer, country, asn, signals, recorded_at, verdict, reason, policy_version,
    settlement_id, transaction_id, paid_micros, ip_data_version, campaign_override, creator_override
  from clicks
  union all
  select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
    user_agent, referrer, country, asn, signals, recorded_at, 'pending', null, null,
    null, null, 0, ip_data_version, null, null
  from pending_clicks;

drop function invalidate_held_clicks(uuid[], timestamptz[], text[], jsonb[], int);

-- Makes held clicks invalid for what was found when they were judged again. Besides decide_clicks,
-- the application has no other right to change a judged click.
create function invalidate_held_clicks(
  click_ids uuid[], clicked_ats timestamptz[], reasons text[], found jsonb[], version int,
  campaign_overrides int[], creator_overrides int[]
)
  returns table (click_id uuid, clicked_at timestamptz, creator_id uuid, reason_before text, reason text)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  update clicks c set verdict = 'invalid', reason = again.reason, signals = again.signals,
    policy_version = version, campaign_override = again.campaign_override,
    creator_override = again.creator_override
  from unnest(click_ids, clicked_ats, reasons, found, campaign_overrides, creator_overrides)
    as again (id, clicked_at, reason, signals, campaign_override, creator_override)
  join clicks b on b.id = again.id and b.clicked_at = again.clicked_at
  where c.id = again.id and c.clicked_at = again.clicked_at and c.verdict = 'held'
    and b.verdict = 'held'
  returning c.id, c.clicked_at, c.creator_id, b.reason, c.reason
$$;

revoke execute on function invalidate_held_clicks from public;
grant execute on function invalidate_held_clicks to fairclick_app;
