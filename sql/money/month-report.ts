import type { Movement } from "@fairclick/core/money/ledger";
import type { Queryable } from "../db/client";

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
      coalesce(sum(e.micros) filter (where t.created_at < ${to}), 0)::bigint as "monthMicros",
      coalesce(sum(e.micros) filter (where t.created_at >= ${to}), 0)::bigint as "laterMicros"
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.created_at >= ${from}
    group by a.kind, t.kind`;
}
