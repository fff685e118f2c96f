import type { BookCheck, Difference } from "./book-check";

export const decisionChecks: BookCheck[] = [
  {
    name: "reversals_equal_decisions",
    claim:
      "the clicks of each reversal are what it took from each creator's earnings or added to their debt",
    find: (tx, limit) => tx<Difference[]>`
      /* books.reversalsEqualDecisions */
      select transaction_id as transaction, creator_id as creator,
        coalesce(d.micros, 0)::text as "clicksMicros", coalesce(e.micros, 0)::text as "enteredMicros"
      from (
        select transaction_id, creator_id, sum(micros) as micros
        from click_decisions where action = 'reverse' group by transaction_id, creator_id
      ) d
      full join (
        select e.transaction_id, a.owner_id as creator_id, sum(e.micros) as micros
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('earnings', 'debt')
        where t.kind = 'click_reversal' group by e.transaction_id, a.owner_id
      ) e using (transaction_id, creator_id)
      where d.micros is distinct from e.micros
      order by transaction_id, creator_id limit ${limit}`,
  },
  {
    name: "verdicts_equal_decisions",
    claim:
      "every click that operators decided about has the verdict of the last decision; one that is held again is not paid",
    find: (tx, limit) => tx<Difference[]>`
      /* books.verdictsEqualDecisions */
      select c.id as click, c.verdict, d.action as decided, c.paid_micros::text as "paidMicros"
      from (
        select distinct on (click_id) click_id, clicked_at, action, micros, transaction_id
        from click_decisions order by click_id, id desc
      ) d
      join clicks c on c.id = d.click_id and c.clicked_at = d.clicked_at
      where (c.verdict, c.paid_micros, c.transaction_id) is distinct from (
        case when d.action = 'approve' then 'valid'
          when d.action = 'hold' and c.verdict = 'held' then 'held' else 'invalid' end,
        case d.action when 'approve' then d.micros else 0 end,
        case d.action when 'approve' then d.transaction_id end
      )
      order by c.id limit ${limit}`,
  },
  {
    name: "debts_are_paid_first",
    claim: "no debt is positive, and nobody with a debt has earnings",
    find: (tx, limit) => tx<Difference[]>`
      /* books.debtsArePaidFirst */
      select d.owner_id as user, d.balance_micros::text as "debtMicros",
        e.balance_micros::text as "earningsMicros"
      from ledger_accounts d
      left join ledger_accounts e on e.kind = 'earnings' and e.owner_id = d.owner_id
      where d.kind = 'debt' and (d.balance_micros > 0 or (d.balance_micros < 0 and e.balance_micros > 0))
      order by d.id limit ${limit}`,
  },
];
