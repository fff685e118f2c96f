-- Clicks from their arrival to their deletion, with their verdicts.

-- A click is written at most twice: into pending_clicks when it is recorded, and, with its verdict,
-- into clicks when it is judged. pending_clicks stays small; clicks only grows.
create table pending_clicks (
  id uuid primary key,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet not null,
  -- The ip address itself for IPv4, its /64 for IPv6.
  ip_key inet not null,
  device_key text not null,
  -- True if the key is a cookie that the device sent back; false if it is a hash of its properties.
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn int,
  -- Results of the checks that need only the click itself: [{"signal", "evidence"}], in the order in
  -- which they decide.
  signals jsonb not null default '[]',
  recorded_at timestamptz not null default now(),
  ip_data_version int,
  -- The dimensions of the statistics.
  device_class text,
  browser text,
  referrer_host text,
  -- The hash of the device's properties if device_key is a cookie; null if device_key is that hash.
  weak_key text,
  constraint pending_clicks_signals check (jsonb_typeof(signals) = 'array')
);
create index pending_clicks_clicked on pending_clicks (clicked_at, id);
create index pending_clicks_ip on pending_clicks (ip_key, clicked_at);
create index pending_clicks_device on pending_clicks (device_key, clicked_at);
-- Also finds a creator's pending clicks, by the creator's links.
create index pending_clicks_link on pending_clicks (campaign_id, creator_id);

-- Clicks that cannot be recorded as they are. They wait here for an operator and block nothing: a
-- job that fails forever would hold back the judging of all other clicks.
create table parked_clicks (
  -- The click's id, or a digest of its text if it has none.
  key text primary key,
  -- JSON as text: content that the jsonb type rejects is one reason to park a click.
  payload text not null,
  problem text not null,
  parked_at timestamptz not null default now()
);

-- Ip addresses and devices that recently followed a link which people cannot see.
create table honeypot_marks (
  kind text not null,
  key text not null,
  marked_at timestamptz not null,
  primary key (kind, key),
  constraint honeypot_marks_kind check (kind in ('ip', 'device'))
);
create index honeypot_marks_age on honeypot_marks (marked_at);

create table settlements (
  id uuid primary key,
  shard smallint not null,
  watermark timestamptz not null,
  policy_version int not null,
  clicks int not null,
  valid int not null,
  paid_micros bigint not null,
  settled_at timestamptz not null default now()
);
create index settlements_newest on settlements (settled_at desc);

-- Every click made before the watermark has its verdict. One row, moved forward by settlement.
create table judged_up_to (
  only_row boolean primary key default true,
  watermark timestamptz not null,
  constraint judged_up_to_only_row check (only_row)
);

create table clicks (
  id uuid not null,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet,
  ip_key inet,
  device_key text,
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn int,
  signals jsonb not null,
  recorded_at timestamptz not null,
  verdict text not null,
  reason text,
  policy_version int not null,
  settlement_id uuid not null,
  -- The only ledger transaction that paid this click.
  transaction_id uuid,
  paid_micros bigint not null,
  ip_data_version int,
  device_class text,
  browser text,
  -- The host under which the click is counted: 'other' if its campaign has reached the limit of
  -- hosts (campaign_referrers).
  referrer_host text,
  weak_key text,
  primary key (id, clicked_at),
  constraint clicks_verdict check (verdict in ('valid', 'invalid', 'held', 'unpaid')),
  constraint clicks_reason check ((verdict = 'valid') = (reason is null)),
  constraint clicks_paid check (
    (verdict = 'valid' and paid_micros > 0 and transaction_id is not null)
    or (verdict <> 'valid' and paid_micros = 0 and transaction_id is null)
  )
) partition by range (clicked_at);

-- The names of a click's signals, as an array that an index can hold.
create function click_signal_names(signals jsonb) returns text[]
  language sql immutable parallel safe
return array(select signal ->> 'signal' from jsonb_array_elements(signals) as found (signal));

create index clicks_link on clicks (campaign_id, creator_id, clicked_at);
create index clicks_ip on clicks (ip_key, clicked_at);
create index clicks_device on clicks (device_key, clicked_at);
create index clicks_held on clicks (campaign_id, recorded_at) where verdict = 'held';
-- Operators read flagged clicks newest first, with any filter. Flagged clicks are a small part of all
-- clicks; paid clicks add nothing to these indexes.
create index clicks_flagged on clicks (clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_campaign on clicks (campaign_id, clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_creator on clicks (creator_id, clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_signals on clicks using gin (click_signal_names(signals)) where verdict in ('held', 'invalid');
-- Settlement counts the paid clicks of an ip address and of a device. It must not have to read past
-- the invalid clicks of a flood, a million a day.
create index clicks_paid_ip on clicks (ip_key, clicked_at) where verdict in ('valid', 'held');
create index clicks_paid_device on clicks (device_key, clicked_at) where verdict in ('valid', 'held');

-- Holds clicks of days without a partition, as a clock that is far off makes them.
create table clicks_default partition of clicks default;

-- Creates the missing partitions from from_day to to_day and moves their clicks out of the default
-- partition. Returns the number of partitions created. Attaching a table does not block readers and
-- writers of clicks.
create function make_click_partitions(from_day date, to_day date) returns int
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  day date;
  name text;
  starts timestamptz;
  ends timestamptz;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  for day in select generate_series(from_day, to_day, interval '1 day')::date loop
    name := 'clicks_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    starts := day::timestamp at time zone 'UTC';
    ends := (day + 1)::timestamp at time zone 'UTC';
    execute format('create table %I (like clicks including defaults including constraints)', name);
    execute format(
      'with moved as (delete from clicks_default where clicked_at >= %L and clicked_at < %L returning *)
       insert into %I select * from moved', starts, ends, name
    );
    execute format('alter table clicks attach partition %I for values from (%L) to (%L)', name, starts, ends);
    made := made + 1;
  end loop;
  return made;
end
$$;

-- Every click, judged or pending, for readers.
create view all_clicks as
select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
  user_agent, referrer, country, asn, signals, recorded_at, verdict, reason, policy_version,
  settlement_id, transaction_id, paid_micros, ip_data_version
from clicks
union all
select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
  user_agent, referrer, country, asn, signals, recorded_at, 'pending', null, null, null, null, 0,
  ip_data_version
from pending_clicks;

-- What a campaign's held clicks would cost. This part of its escrow is neither paid nor released
-- until an operator has decided.
create table held_claims (
  campaign_id uuid primary key references campaigns,
  clicks bigint not null,
  micros bigint not null,
  constraint held_claims_not_negative check (clicks >= 0 and micros >= 0)
);

-- Held clicks that nobody decided in time become invalid. The application has no other right to
-- change a judged click but this function and decide_clicks.
create function refuse_held_clicks(click_ids uuid[], clicked_ats timestamptz[])
  returns table (creator_id uuid, clicked_at timestamptz, reason text)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  update clicks c set verdict = 'invalid'
  from unnest(click_ids, clicked_ats) as refused (id, clicked_at)
  where c.id = refused.id and c.clicked_at = refused.clicked_at and c.verdict = 'held'
  returning c.creator_id, c.clicked_at, c.reason
$$;

-- Operators' decisions, one row per click. Payouts and counters are proved with them, so they stay
-- when the clicks are dropped. Transactions are not foreign keys, as in clicks: truncation of the
-- ledger must fail by the ledger's own triggers, which name the reason.
create table click_decisions (
  id bigint generated always as identity primary key,
  -- The same for all clicks that were decided together.
  act_id uuid not null,
  action text not null,
  operator_id uuid not null references operators,
  decided_at timestamptz not null default now(),
  click_id uuid not null,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  settlement_id uuid not null,
  verdict_before text not null,
  reason_before text,
  -- Why the click was reversed, in the words that its creator reads.
  category text,
  -- What the decision paid; negative for a reversal.
  micros bigint not null,
  -- The transaction that moved the money and, for a reversal, the one that had paid the click.
  transaction_id uuid,
  paid_by uuid,
  constraint click_decisions_action check (action in ('approve', 'reject', 'reverse')),
  constraint click_decisions_money check (
    (action = 'approve' and micros > 0 and transaction_id is not null and paid_by is null)
    or (action = 'reject' and micros = 0 and transaction_id is null and paid_by is null)
    or (action = 'reverse' and micros < 0 and transaction_id is not null and paid_by is not null)
  ),
  constraint click_decisions_category check ((action = 'reverse') = (category is not null))
);
create index click_decisions_click on click_decisions (click_id, id desc);
create index click_decisions_act on click_decisions (act_id, click_id);
-- For a creator's live view of a link: the decisions about its clicks.
create index click_decisions_link on click_decisions (campaign_id, creator_id, decided_at, clicked_at);
-- For the history of a creator's earnings.
create index click_decisions_taken_back on click_decisions (creator_id) where action = 'reverse';

create trigger click_decisions_append_only before update or delete on click_decisions
  for each row execute function refuse_change();
create trigger click_decisions_no_truncate before truncate on click_decisions
  for each statement execute function refuse_change();

-- Changes verdicts by an operator's decision and records the decision. Leaves clicks unchanged whose
-- verdict the action does not apply to (any more); the result does not contain them.
create function decide_clicks(
  act uuid, by_operator uuid, kind text, told text, moved_by uuid, ids uuid[], clicked_ats timestamptz[]
)
  returns table (
    click_id uuid, clicked_at timestamptz, campaign_id uuid, creator_id uuid, verdict_before text,
    reason_before text, micros_before bigint, verdict text, reason text, micros bigint
  )
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  with changed as (
    update clicks c set
      verdict = case kind when 'approve' then 'valid' else 'invalid' end,
      reason = case kind when 'approve' then null when 'reverse' then 'reversed' else b.reason end,
      transaction_id = case kind when 'approve' then moved_by end,
      paid_micros = case kind when 'approve' then p.payout_micros else 0 end
    from unnest(ids, clicked_ats) as wanted (id, clicked_at)
    join clicks b on b.id = wanted.id and b.clicked_at = wanted.clicked_at
    join campaigns p on p.id = b.campaign_id
    where c.id = wanted.id and c.clicked_at = wanted.clicked_at and b.verdict = c.verdict
      and case kind
        when 'approve' then b.verdict in ('held', 'invalid', 'unpaid')
        when 'reject' then b.verdict = 'held'
        when 'reverse' then b.verdict = 'valid'
      end
    returning c.*, b.verdict as verdict_before, b.reason as reason_before,
      b.paid_micros as micros_before, b.transaction_id as paid_by
  ),
  written as (
    insert into click_decisions (act_id, action, operator_id, click_id, clicked_at, campaign_id,
      creator_id, settlement_id, verdict_before, reason_before, category, micros, transaction_id, paid_by)
    select act, kind, by_operator, id, clicked_at, campaign_id, creator_id, settlement_id,
      verdict_before, reason_before, told, paid_micros - micros_before, moved_by, paid_by
    from changed
  )
  select id, clicked_at, campaign_id, creator_id, verdict_before, reason_before, micros_before,
    verdict, reason, paid_micros
  from changed
$$;

-- A creator's appeal against an invalid click, and an operator's answer.
create table click_appeals (
  id uuid primary key,
  click_id uuid not null,
  clicked_at timestamptz not null,
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  text text not null,
  appealed_at timestamptz not null,
  state text not null default 'open',
  answer text,
  answered_by uuid references operators,
  answered_at timestamptz,
  constraint click_appeals_once unique (click_id),
  constraint click_appeals_state check (
    (state = 'open' and num_nonnulls(answer, answered_by, answered_at) = 0)
    or (state in ('accepted', 'declined') and num_nulls(answer, answered_by, answered_at) = 0)
  )
);
create index click_appeals_state on click_appeals (state, id);
create index click_appeals_open on click_appeals (creator_id) where state = 'open';

-- Sums over the clicks of dropped partitions, as far as the books must account for them: the payouts
-- of each transaction, the clicks of each settlement, the counters of each link.
create table dropped_clicks (
  day date not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  hour timestamptz not null,
  verdict text not null,
  reason text not null,
  settlement_id uuid not null,
  transaction_id uuid,
  clicks bigint not null,
  paid_micros bigint not null
);
create index dropped_clicks_day on dropped_clicks (day);

-- The days whose clicks have lost their ip addresses, devices and user agents.
create table anonymised_click_days (
  day date primary key,
  anonymised_at timestamptz not null default now()
);

-- Every judged click, or the sums of the dropped ones, for the checks of the books.
create view counted_clicks as
select creator_id, settlement_id, transaction_id, 1::bigint as clicks, paid_micros from clicks
union all
select creator_id, settlement_id, transaction_id, clicks, paid_micros from dropped_clicks;

-- Returns the days before before_day that have a partition, sorted.
create function click_days_before(before_day date) returns setof date
  language sql stable set search_path = public, pg_temp
as $$
  select to_date(right(relname, 8), 'YYYYMMDD') as day
  from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'clicks'::regclass and relname ~ '^clicks_\d{8}$'
    and to_date(right(relname, 8), 'YYYYMMDD') < before_day
  order by day
$$;

-- Sums a day's clicks into dropped_clicks and drops its partition. Returns false, and changes
-- nothing, if the day has no partition or still has held clicks. Blocks writes to the partition
-- meanwhile, so that no click is lost between the sum and the drop.
create function drop_click_day(day date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s'
as $$
declare
  name text := 'clicks_' || to_char(day, 'YYYYMMDD');
  undecided boolean;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  if to_regclass(name) is null then
    return false;
  end if;
  execute format('lock table %I in share mode', name);
  execute format('select exists (select from %I where verdict = %L)', name, 'held') into undecided;
  if undecided then
    return false;
  end if;
  execute format(
    'insert into dropped_clicks (day, campaign_id, creator_id, hour, verdict, reason, settlement_id,
       transaction_id, clicks, paid_micros)
     select %L, campaign_id, creator_id, date_trunc(''hour'', clicked_at, ''UTC''), verdict,
       coalesce(reason, ''''), settlement_id, transaction_id, count(*), sum(paid_micros)
     from %I group by 2, 3, 4, 5, 6, 7, 8', day, name
  );
  execute format('drop table %I', name);
  return true;
end
$$;

-- Removes personal data from a day's clicks. Returns the number of clicks changed.
create function anonymise_click_day(day date) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed bigint;
begin
  update clicks set ip = null, ip_key = null, device_key = null, weak_key = null, user_agent = null
  where clicked_at >= day::timestamp at time zone 'UTC'
    and clicked_at < (day + 1)::timestamp at time zone 'UTC'
    and num_nonnulls(ip, ip_key, device_key, weak_key, user_agent) > 0;
  get diagnostics changed = row_count;
  insert into anonymised_click_days (day) values (day) on conflict do nothing;
  return changed;
end
$$;

revoke execute on function make_click_partitions, refuse_held_clicks, decide_clicks,
  click_days_before, drop_click_day, anonymise_click_day from public;
grant execute on function make_click_partitions, refuse_held_clicks, decide_clicks,
  click_days_before, drop_click_day, anonymise_click_day to fairclick_app;
grant select, insert, update, delete on pending_clicks, honeypot_marks to fairclick_app;
grant select, insert, delete on parked_clicks to fairclick_app;
grant select, insert on clicks, settlements to fairclick_app;
grant select, insert, update on judged_up_to, held_claims, click_appeals to fairclick_app;
grant select on click_decisions, dropped_clicks, anonymised_click_days, all_clicks, counted_clicks
  to fairclick_app;
