import type { BookCheck, Difference } from "./book-check";

export const ledgerChecks: BookCheck[] = [
  {
    name: "transactions_sum_to_zero",
    claim: "every transaction sums to zero",
    find: (tx, limit) => tx<Difference[]>`
      /* books.transactionsSumToZero */
      select transaction_id as transaction, sum(micros)::text as "sumMicros"
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
        a.balance_micros::text as "balanceMicros", coalesce(e.micros, 0)::text as "entriesMicros"
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
      select id::text as account, kind, owner_id as owner, balance_micros::text as "balanceMicros"
      from ledger_accounts
      where kind in ('wallet', 'earnings', 'in_transit', 'escrow') and balance_micros < 0
      order by id limit ${limit}`,
  },
  {
    name: "reversals_mirror",
    claim: "every reversal is the exact opposite of what it reverses",
    find: (tx, limit) => tx<Difference[]>`
      /* books.reversalsMirror */
      select r.id as reversal, r.reverses as transaction, sum(e.micros)::text as "sumMicros"
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
        a.balance_micros::text as "balanceMicros", coalesce(l.micros, 0)::text as "lotsMicros"
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
      select account_id::text as account, lot_id as lot, coalesce(b.micros, 0)::text as "lotMicros",
        coalesce(e.micros, 0)::text as "entriesMicros"
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
        coalesce(e.micros, 0)::text as micros, coalesce(l.micros, 0)::text as "lotsMicros"
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
      select transaction_id as transaction, lot_id as lot, sum(micros)::text as "sumMicros"
      from ledger_lot_entries group by transaction_id, lot_id having sum(micros) <> 0
      order by transaction_id, lot_id limit ${limit}`,
  },
];
