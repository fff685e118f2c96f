import type { BookCheck, Difference } from "./book-check";

export const paymentChecks: BookCheck[] = [
  {
    name: "deposits_equal_postings",
    claim: "every completed deposit was credited once to its user's wallet, and nothing else was",
    find: (tx, limit) => tx<Difference[]>`
      /* books.depositsEqualPostings */
      select reference as deposit, d.user_id as user, d.amount_micros::text as "depositMicros",
        p.micros::text as "creditedMicros", p.owner_id as "creditedTo"
      from (
        select 'deposit:' || id as reference, user_id, amount_micros from deposits where status = 'completed'
      ) d
      full join (
        select coalesce(t.reference, t.id::text) as reference, min(a.owner_id::text)::uuid as owner_id,
          sum(e.micros) as micros
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
        where t.kind = 'deposit' group by 1
      ) p using (reference)
      where (d.user_id, d.amount_micros) is distinct from (p.owner_id, p.micros)
      order by reference limit ${limit}`,
  },
  {
    name: "withdrawals_equal_postings",
    claim: "every withdrawal's money is where its status says: in transit, gone, or back",
    find: (tx, limit) => tx<Difference[]>`
      /* books.withdrawalsEqualPostings */
      select w.id as withdrawal, w.status, w.amount_micros::text as "amountMicros",
        w.returned_micros::text as "returnedMicros", coalesce(p.earnings, 0)::text as "earningsMicros",
        coalesce(p.in_transit, 0)::text as "inTransitMicros"
      from withdrawals w
      left join (
        select t.reference, a.owner_id,
          sum(e.micros) filter (where a.kind = 'earnings') as earnings,
          sum(e.micros) filter (where a.kind = 'in_transit') as in_transit
        from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('earnings', 'in_transit')
        where t.reference like 'withdrawal:%' group by t.reference, a.owner_id
      ) p on p.reference = 'withdrawal:' || w.id and p.owner_id = w.user_id
      where coalesce(p.earnings, 0) <> case w.status when 'failed' then 0 else w.returned_micros - w.amount_micros end
        or coalesce(p.in_transit, 0) <> case w.status when 'pending' then w.amount_micros else 0 end
      order by w.id limit ${limit}`,
  },
  {
    name: "transit_equals_open_withdrawals",
    claim: "the money in transit of every user is that of their open withdrawals",
    find: (tx, limit) => tx<Difference[]>`
      /* books.transitEqualsOpenWithdrawals */
      select a.owner_id as user, a.balance_micros::text as "inTransitMicros",
        coalesce(w.micros, 0)::text as "openMicros"
      from ledger_accounts a
      left join (
        select user_id, sum(amount_micros) as micros from withdrawals
        where status = 'pending' group by user_id
      ) w on w.user_id = a.owner_id
      where a.kind = 'in_transit' and a.balance_micros <> coalesce(w.micros, 0)
      order by a.id limit ${limit}`,
  },
  {
    name: "refunds_equal_postings",
    claim: "every requested refund left its user's wallet once, and returned to it if it failed",
    find: (tx, limit) => tx<Difference[]>`
      /* books.refundsEqualPostings */
      select r.id as refund, r.status, r.amount_micros::text as "amountMicros",
        coalesce(p.micros, 0)::text as "walletMicros", p.owner_id as "takenFrom"
      from refunds r
      left join (
        select t.id, min(a.owner_id::text)::uuid as owner_id,
          sum(e.micros) filter (where t.kind = 'refund' and t.reference = 'deposit:' || r.deposit_id)
            * case when count(u.id) > 0 then 0 else 1 end as micros
        from refunds r
        join ledger_transactions t on t.id = r.transaction_id
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'wallet'
        left join ledger_transactions u on u.reverses = t.id
        group by t.id
      ) p on p.id = r.transaction_id
      where p.owner_id is distinct from r.user_id
        or coalesce(p.micros, 0) <> case r.status when 'failed' then 0 else -r.amount_micros end
      order by r.id limit ${limit}`,
  },
  {
    name: "refunds_within_deposits",
    claim: "no more of a deposit is refunded on request than was deposited",
    find: (tx, limit) => tx<Difference[]>`
      /* books.refundsWithinDeposits */
      select d.id as deposit, d.amount_micros::text as "depositMicros", r.micros::text as "refundedMicros"
      from deposits d
      join (
        select deposit_id, sum(amount_micros) as micros from refunds where status <> 'failed' group by 1
      ) r on r.deposit_id = d.id
      where d.status <> 'completed' or r.micros > d.amount_micros
      order by d.id limit ${limit}`,
  },
];
