-- An operator can undo a rejection: the click is held again, for its former reason.
alter table click_decisions drop constraint click_decisions_action;
alter table click_decisions add constraint click_decisions_action
  check (action in ('approve', 'reject', 'reverse', 'hold'));
alter table click_decisions drop constraint click_decisions_money;
alter table click_decisions add constraint click_decisions_money check (
  (action = 'approve' and micros > 0 and transaction_id is not null and paid_by is null)
  or (action in ('reject', 'hold') and micros = 0 and transaction_id is null and paid_by is null)
  or (action = 'reverse' and micros < 0 and transaction_id is not null and paid_by is not null)
);

-- Changes verdicts by an operator's decision and records the decision. An approved click is paid its
-- price; a click that is held again has the reason for which it was held last. Leaves clicks unchanged
-- whose verdict the action does not apply to (any more); the result does not contain them.
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
      verdict = case kind when 'approve' then 'valid' when 'hold' then 'held' else 'invalid' end,
      reason = case kind when 'approve' then null when 'reverse' then 'reversed'
        when 'hold' then h.reason_before else b.reason end,
      transaction_id = case kind when 'approve' then moved_by end,
      paid_micros = case kind when 'approve' then b.price_micros else 0 end
    from unnest(ids, clicked_ats) as wanted (id, clicked_at)
    join clicks b on b.id = wanted.id and b.clicked_at = wanted.clicked_at
    left join lateral (
      select d.reason_before from click_decisions d
      where kind = 'hold' and d.click_id = wanted.id and d.verdict_before = 'held'
      order by d.id desc limit 1
    ) h on true
    where c.id = wanted.id and c.clicked_at = wanted.clicked_at and b.verdict = c.verdict
      and case kind
        when 'approve' then b.verdict in ('held', 'invalid', 'unpaid')
        when 'reject' then b.verdict = 'held'
        when 'reverse' then b.verdict = 'valid'
        when 'hold' then b.verdict = 'invalid' and h.reason_before is not null
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
