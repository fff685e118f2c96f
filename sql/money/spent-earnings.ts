import type { Tx } from "../db/client";

/** Returns the amount that a request has moved to the wallet; null if it has moved nothing. */
export async function findSpentMicros(tx: Tx, idempotencyKey: string): Promise<bigint | null> {
  const [row] = await tx<{ micros: bigint }[]>`
    /* spentEarnings.find */
    select e.micros from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.micros > 0
    where t.idempotency_key = ${idempotencyKey}`;
  return row?.micros ?? null;
}
