-- What a creator owes because clicks were taken back whose pay is spent. The balance is what the
-- creator is owed, so it is never above zero; later earnings pay it (kind debt_payment).
alter table ledger_accounts
  drop constraint ledger_accounts_kind,
  add constraint ledger_accounts_kind check (
    (kind in ('wallet', 'earnings', 'in_transit', 'escrow', 'debt') and owner_id is not null and shard = 0)
    or (kind in ('stripe_clearing', 'losses') and owner_id is null)
  ),
  add constraint ledger_debt_not_positive check (kind <> 'debt' or balance_micros <= 0);

-- A click_reversal takes back some clicks of one campaign, whichever transactions paid them. It is
-- no reversal, which is the exact opposite of one transaction.
alter table ledger_transactions
  drop constraint ledger_transactions_kind,
  add constraint ledger_transactions_kind check (kind in (
    'deposit', 'reserve', 'click_payout', 'release', 'withdrawal', 'withdrawal_paid',
    'withdrawal_failed', 'refund', 'dispute', 'reversal', 'click_reversal', 'debt_payment'
  ));
create index ledger_transactions_corrections on ledger_transactions (id)
  where kind in ('reversal', 'click_reversal', 'debt_payment');

-- What operators decided about clicks, click by click. The books prove payouts and counters with
-- it, so it stays when the clicks are dropped.
create table click_decisions (
  id bigint generated always as identity primary key,
  -- What was decided together.
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
  -- Why it was taken back, as its creator is told.
  category text,
  -- What it was paid now; negative when that was taken back.
  micros bigint not null,
  -- What moved the money, and, of what was taken back, what had paid it.
  transaction_id uuid references ledger_transactions,
  paid_by uuid references ledger_transactions,
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

create trigger click_decisions_append_only before update or delete on click_decisions
  for each row execute function refuse_change();
create trigger click_decisions_no_truncate before truncate on click_decisions
  for each statement execute function refuse_change();

-- The only way in which an operator changes a verdict: with the row that says so. Clicks that are
-- no longer as the action takes them stay as they are, and are not among those given back.
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

revoke execute on function decide_clicks from public;
grant execute on function decide_clicks to fairclick_app;
grant select on click_decisions to fairclick_app;
