import type { BookCheck, Difference } from "./book-checks";

export const ledgerChecks: BookCheck[] = [
  {
    name: "transactions_sum_to_zero",
    claim: "every transaction sums to zero",
    find: (tx, limit) => tx<Difference[]>`
      /* books.transactionsSumToZero */
      select transaction_id as transaction, sum(micros)::text as sum_micros
      from ledger_entries group by transaction_id having sum(micros) <> 0
      order by transaction_id limit ${limit}`,
  },
  {
    name: "transactions_have_entries",
    claim: "every transaction has two entries or more",
    find: (tx, limit) => tx<Difference[]>`
      /* books.transactionsHaveEntries */
      select t.id as transaction, t.kind, count(e.transaction_id)::text as entries
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      group by t.id having count(e.transaction_id) < 2 order by t.id limit ${limit}`,
  },
  {
    name: "entries_belong",
    claim: "every entry belongs to a transaction and to an account",
    find: (tx, limit) => tx<Difference[]>`
      /* books.entriesBelong */
      select e.transaction_id as transaction, e.account_id::text as account, e.micros::text as micros
      from ledger_entries e
      left join ledger_transactions t on t.id = e.transaction_id
      left join ledger_accounts a on a.id = e.account_id
      where t.id is null or a.id is null
      order by e.transaction_id, e.account_id limit ${limit}`,
  },
  {
    name: "balances_equal_entries",
    claim: "every balance is the sum of its account's entries",
    find: (tx, limit) => tx<Difference[]>`
      /* books.balancesEqualEntries */
      select a.id::text as account, a.kind, a.owner_id as owner,
        a.balance_micros::text as balance_micros, coalesce(e.micros, 0)::text as entries_micros
      from ledger_accounts a
      left join (
        select account_id, sum(micros) as micros from ledger_entries group by account_id
      ) e on e.account_id = a.id
      where a.balance_micros <> coalesce(e.micros, 0)
      order by a.id limit ${limit}`,
  },
  {
    name: "guarded_balances_not_negative",
    claim: "no wallet, earnings, escrow or money in transit is below zero",
    find: (tx, limit) => tx<Difference[]>`
      /* books.guardedBalances */
      select id::text as account, kind, owner_id as owner, balance_micros::text as balance_micros
      from ledger_accounts
      where kind in ('wallet', 'earnings', 'in_transit', 'escrow') and balance_micros < 0
      order by id limit ${limit}`,
  },
  {
    name: "reversals_mirror",
    claim: "every reversal is the exact opposite of what it reverses",
    find: (tx, limit) => tx<Difference[]>`
      /* books.reversalsMirror */
      select r.id as reversal, r.reverses as transaction, sum(e.micros)::text as sum_micros
      from ledger_transactions r
      join ledger_entries e on e.transaction_id in (r.id, r.reverses)
      where r.reverses is not null
      group by r.id, e.account_id having sum(e.micros) <> 0
      order by r.id limit ${limit}`,
  },
  {
    name: "lots_equal_balances",
    claim: "the lots of every wallet, escrow, earnings and money in transit are its balance",
    find: (tx, limit) => tx<Difference[]>`
      /* books.lotsEqualBalances */
      select a.id::text as account, a.kind, a.owner_id as owner,
        a.balance_micros::text as balance_micros, coalesce(l.micros, 0)::text as lots_micros
      from ledger_accounts a
      left join (
        select account_id, sum(micros) as micros from ledger_lot_balances group by account_id
      ) l on l.account_id = a.id
      where coalesce(l.micros, 0) <>
        case when a.kind in ('wallet', 'earnings', 'in_transit', 'escrow') then a.balance_micros else 0 end
      order by a.id limit ${limit}`,
  },
  {
    name: "lots_equal_their_entries",
    claim: "every lot of an account is the sum of its entries in that lot",
    find: (tx, limit) => tx<Difference[]>`
      /* books.lotsEqualEntries */
      select account_id::text as account, lot_id as lot, coalesce(b.micros, 0)::text as lot_micros,
        coalesce(e.micros, 0)::text as entries_micros
      from ledger_lot_balances b
      full join (
        select e.account_id, e.lot_id, sum(e.micros) as micros
        from ledger_lot_entries e
        join ledger_accounts a on a.id = e.account_id
          and a.kind in ('wallet', 'earnings', 'in_transit', 'escrow')
        group by e.account_id, e.lot_id having sum(e.micros) <> 0
      ) e using (account_id, lot_id)
      where b.micros is distinct from e.micros
      order by account_id, lot_id limit ${limit}`,
  },
  {
    name: "entries_equal_their_lots",
    claim: "every entry is the sum of its lots",
    find: (tx, limit) => tx<Difference[]>`
      /* books.entriesEqualLots */
      select transaction_id as transaction, account_id::text as account,
        coalesce(e.micros, 0)::text as micros, coalesce(l.micros, 0)::text as lots_micros
      from ledger_entries e
      full join (
        select transaction_id, account_id, sum(micros) as micros
        from ledger_lot_entries group by transaction_id, account_id
      ) l using (transaction_id, account_id)
      where e.micros is distinct from l.micros
      order by transaction_id, account_id limit ${limit}`,
  },
  {
    name: "transactions_sum_to_zero_in_each_lot",
    claim: "every transaction sums to zero in each lot, so all lots together are the deposits",
    find: (tx, limit) => tx<Difference[]>`
      /* books.transactionsSumToZeroInLots */
      select transaction_id as transaction, lot_id as lot, sum(micros)::text as sum_micros
      from ledger_lot_entries group by transaction_id, lot_id having sum(micros) <> 0
      order by transaction_id, lot_id limit ${limit}`,
  },
  {
    name: "money_that_left_is_explained",
    claim:
      "of no deposit has more left than it brought, and of the platform's own money no more than its fees and losses",
    find: (tx, limit) => tx<Difference[]>`
      /* books.moneyThatLeftIsExplained */
      select lot_id as lot, reference as deposit, left_micros::text as left_micros,
        explained_micros::text as explained_micros
      from (
        select l.id as lot_id, l.reference,
          coalesce(sum(e.micros) filter (where a.kind = 'stripe_clearing'
            or a.kind in ('wallet', 'escrow', 'earnings', 'in_transit')), 0) as left_micros,
          coalesce(-sum(e.micros) filter (where l.reference is null
            and a.kind in ('fees', 'losses', 'stripe_fees')), 0) as explained_micros
        from ledger_lots l
        join ledger_lot_entries e on e.lot_id = l.id
        join ledger_accounts a on a.id = e.account_id
        group by l.id
      ) sums
      where left_micros > explained_micros
      order by lot_id limit ${limit}`,
  },
  {
    name: "debts_are_recoverable",
    claim: "what developers are to recover is what creators owe for clicks of their campaigns",
    find: (tx, limit) => tx<Difference[]>`
      /* books.debtsAreRecoverable */
      select owner_id as developer, coalesce(r.balance_micros, 0)::text as recoverable_micros,
        coalesce(d.micros, 0)::text as owed_micros
      from (
        select owner_id, balance_micros from ledger_accounts where kind = 'recoverable'
      ) r
      full join (
        select c.developer_id as owner_id, -sum(e.micros) as micros
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        left join campaigns c on t.reference = 'campaign:' || c.id
        where a.kind = 'debt' group by c.developer_id
      ) d using (owner_id)
      where coalesce(r.balance_micros, 0) <> coalesce(d.micros, 0)
      order by owner_id limit ${limit}`,
  },
];

export const paymentChecks: BookCheck[] = [
  {
    name: "deposits_equal_postings",
    claim: "every completed deposit was credited once to its user's wallet, and nothing else was",
    find: (tx, limit) => tx<Difference[]>`
      /* books.depositsEqualPostings */
      select reference as deposit, d.user_id as user, d.amount_micros::text as deposit_micros,
        p.micros::text as credited_micros, p.owner_id as credited_to
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
      select w.id as withdrawal, w.status, w.amount_micros::text as amount_micros,
        w.returned_micros::text as returned_micros, coalesce(p.earnings, 0)::text as earnings_micros,
        coalesce(p.in_transit, 0)::text as in_transit_micros
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
      select a.owner_id as user, a.balance_micros::text as in_transit_micros,
        coalesce(w.micros, 0)::text as open_micros
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
      select r.id as refund, r.status, r.amount_micros::text as amount_micros,
        coalesce(p.micros, 0)::text as wallet_micros, p.owner_id as taken_from
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
      select d.id as deposit, d.amount_micros::text as deposit_micros, r.micros::text as refunded_micros
      from deposits d
      join (
        select deposit_id, sum(amount_micros) as micros from refunds where status <> 'failed' group by 1
      ) r on r.deposit_id = d.id
      where d.status <> 'completed' or r.micros > d.amount_micros
      order by d.id limit ${limit}`,
  },
];
