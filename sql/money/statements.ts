import type { AccountReference } from "@fairclick/core/money/describe-money";
import type { Movement } from "@fairclick/core/money/ledger";
import { type Queryable, requireRow } from "../db/client";
import { getBalance } from "./ledger";

export type StatementAccount = {
  id: bigint;
  kind: string;
  ownerId: string | null;
  balanceMicros: bigint;
};

/** Returns null if the account does not exist. */
export async function findLedgerAccount(
  db: Queryable,
  reference: AccountReference,
): Promise<StatementAccount | null> {
  const [row] = await db<StatementAccount[]>`
    /* statements.findLedgerAccount */
    select id, kind, owner_id, balance_micros
    from ledger_accounts where ${named(db, reference)}`;
  return row ?? null;
}

function named(db: Queryable, reference: AccountReference) {
  if ("id" in reference) return db`id = ${reference.id.toString()}::bigint`;
  const { kind } = reference;
  if ("ownerId" in reference) return db`kind = ${kind} and owner_id = ${reference.ownerId}`;
  return db`kind = ${kind} and owner_id is null and shard = ${reference.shard}`;
}

export type StatementEntry = {
  transactionId: string;
  at: Date;
  kind: string;
  reference: string | null;
  memo: string | null;
  micros: bigint;
  quantity: bigint | null;
  unitMicros: bigint | null;
};

/** Lists entries of an account, newest first: ids of transactions grow with time. */
export async function listEntries(
  db: Queryable,
  { accountId, before, limit }: { accountId: bigint; before: string | null; limit: number },
): Promise<StatementEntry[]> {
  return db<StatementEntry[]>`
    /* statements.listEntries */
    select e.transaction_id, t.created_at as at, t.kind, t.reference, t.memo,
      e.micros, e.quantity, e.unit_micros
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account_id = ${accountId.toString()}::bigint
      ${before ? db`and e.transaction_id < ${before}` : db``}
    order by e.transaction_id desc limit ${limit}`;
}

/**
 * Sums all entries of an account, and those before a transaction; both are equal if `before` is
 * null.
 */
export async function sumEntries(
  db: Queryable,
  { accountId, before }: { accountId: bigint; before: string | null },
): Promise<{ totalMicros: bigint; earlierMicros: bigint }> {
  const [row] = await db<{ totalMicros: bigint; earlierMicros: bigint }[]>`
    /* statements.sumEntries */
    select coalesce(sum(micros), 0)::bigint as total_micros,
      coalesce(sum(micros) filter (
        where ${before}::uuid is null or transaction_id < ${before}::uuid), 0)::bigint as earlier_micros
    from ledger_entries where account_id = ${accountId.toString()}::bigint`;
  return requireRow(row, "the sums of an account");
}

/** Returns the balances of all accounts, by kind. */
export async function sumBalances(db: Queryable): Promise<Map<string, bigint>> {
  const rows = await db<{ kind: string; micros: bigint }[]>`
    /* monthReport.sumBalances */
    select kind, sum(balance_micros)::bigint as micros from ledger_accounts group by kind`;
  return new Map(rows.map(({ kind, micros }) => [kind, micros]));
}

/**
 * Sums the entries since `from` by kinds of account and transaction, those before `to` and those
 * after it. Reads no older transactions.
 */
export async function sumMovements(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<Movement[]> {
  return db<Movement[]>`
    /* monthReport.sumMovements */
    select a.kind as account, t.kind,
      coalesce(sum(e.micros) filter (where t.created_at < ${to}), 0)::bigint as month_micros,
      coalesce(sum(e.micros) filter (where t.created_at >= ${to}), 0)::bigint as later_micros
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.created_at >= ${from}
    group by a.kind, t.kind`;
}

/** The amount that one Stripe object moved according to our books; positive for money in. */
export type Cleared = { key: string; micros: bigint };

/**
 * Lists the amounts of deposits by payment, of refunds, disputes and withdrawals by Stripe's ids, and
 * of fees by balance transaction; 0 for reversed ones. Leaves out refunds that Stripe has not
 * confirmed.
 */
export async function listCleared(db: Queryable): Promise<Cleared[]> {
  return db<Cleared[]>`
    /* clearing.listCleared */
    select 'payment:' || coalesce(payment_intent_id, id::text) as key, amount_micros as micros
    from deposits where status = 'completed'
    union all
    select t.kind || ':' || coalesce(r.stripe_refund_id, split_part(t.idempotency_key, ':', 3)),
      case when undone.id is null then -e.micros else 0 end
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_clearing'
    left join ledger_transactions undone on undone.reverses = t.id
    left join refunds r on r.transaction_id = t.id
    where t.kind in ('refund', 'dispute') and (r.id is null or r.stripe_refund_id is not null)
    union all
    select 'transfer:' || transfer_id, returned_micros - amount_micros
    from withdrawals where transfer_id is not null
    union all
    select 'fee:' || substr(t.idempotency_key, length('stripe_fee:') + 1), -e.micros
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'stripe_clearing'
    where t.kind = 'stripe_fee'`;
}

/**
 * Returns the balance that Stripe should hold according to the ledger. A requested refund has left
 * the clearing account, but Stripe holds its money until it confirms the refund.
 */
export async function getClearedTotal(db: Queryable): Promise<bigint> {
  const [row] = await db<{ micros: bigint }[]>`
    /* clearing.getUnconfirmed */
    select coalesce(sum(amount_micros - stripe_fee_micros), 0)::bigint as micros
    from refunds where status = 'pending'`;
  return (row?.micros ?? 0n) - (await getBalance(db, { kind: "stripe_clearing" }));
}
