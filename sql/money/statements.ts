import type { AccountReference } from "@fairclick/core/money/describe-money";
import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";

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
    select id, kind, owner_id as "ownerId", balance_micros as "balanceMicros"
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
    select e.transaction_id as "transactionId", t.created_at as at, t.kind, t.reference, t.memo,
      e.micros, e.quantity, e.unit_micros as "unitMicros"
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
    select coalesce(sum(micros), 0)::bigint as "totalMicros",
      coalesce(sum(micros) filter (
        where ${before}::uuid is null or transaction_id < ${before}::uuid), 0)::bigint as "earlierMicros"
    from ledger_entries where account_id = ${accountId.toString()}::bigint`;
  return requireRow(row, "the sums of an account");
}
