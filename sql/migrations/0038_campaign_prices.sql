-- What a click pays its creator can change: each campaign has a history of prices, and a click is paid
-- by the price of its time.

create table campaign_prices (
  campaign_id uuid not null references campaigns,
  -- The price of clicks from this time until the next price; -infinity for a campaign's first price.
  starts_at timestamptz not null,
  payout_micros bigint not null,
  primary key (campaign_id, starts_at),
  constraint campaign_prices_positive check (payout_micros > 0)
);
insert into campaign_prices (campaign_id, starts_at, payout_micros)
select id, '-infinity', payout_micros from campaigns;

-- Also drops the constraints that name it.
alter table campaigns drop column payout_micros;
alter table campaigns add constraint campaigns_budget_positive check (budget_micros > 0);

-- Only a price that has not begun can be withdrawn.
create trigger campaign_prices_never_changed before update on campaign_prices
  for each row execute function refuse_change();
create trigger campaign_prices_kept before delete on campaign_prices
  for each row when (old.starts_at <= now()) execute function refuse_change();
create trigger campaign_prices_no_truncate before truncate on campaign_prices
  for each statement execute function refuse_change();

-- What the click pays its creator if it is valid: the price of its time.
alter table clicks add column price_micros bigint;
update clicks c set price_micros = p.payout_micros
from campaign_prices p where p.campaign_id = c.campaign_id;
alter table clicks alter column price_micros set not null;

-- The prices of the held clicks that each counter counts.
alter table link_outcomes add column held_micros bigint not null default 0;
alter table click_quarters add column held_micros bigint not null default 0;
alter table click_days add column held_micros bigint not null default 0;
update link_outcomes k set held_micros = k.held * p.payout_micros
from campaign_prices p where p.campaign_id = k.campaign_id and k.held > 0;
update click_quarters k set held_micros = k.held * p.payout_micros
from campaign_prices p where p.campaign_id = k.campaign_id and k.held > 0;
update click_days k set held_micros = k.held * p.payout_micros
from campaign_prices p where p.campaign_id = k.campaign_id and k.held > 0;
create or replace view counted_visits as
select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
  (clicked_at at time zone 'UTC')::date as day, verdict, reason, country, device_class, browser, referrer_host,
  1::bigint as clicks, paid_micros as micros,
  case when verdict = 'held' then price_micros else 0 end as held_micros
from clicks
union all
select campaign_id, creator_id, hour, (hour at time zone 'UTC')::date, verdict, nullif(reason, ''), null, null, null,
  null, clicks, paid_micros, 0
from dropped_clicks;

-- Changes verdicts by an operator's decision and records the decision. An approved click is paid its
-- price. Leaves clicks unchanged whose verdict the action does not apply to (any more); the result does
-- not contain them.
create or replace function decide_clicks(
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
      paid_micros = case kind when 'approve' then b.price_micros else 0 end
    from unnest(ids, clicked_ats) as wanted (id, clicked_at)
    join clicks b on b.id = wanted.id and b.clicked_at = wanted.clicked_at
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

grant select, insert, delete on campaign_prices to fairclick_app;
