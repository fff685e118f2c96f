import type { Queryable, Tx } from "../db/client";

/**
 * Creates the missing partitions of UTC days, `from` and `to` included. Returns how many it
 * created.
 */
export async function makeClickPartitions(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await db<{ made: number }[]>`
    /* clickPartitions.make */
    select make_click_partitions(${formatUtcDay(from)}::date, ${formatUtcDay(to)}::date) as made`;
  return row?.made ?? 0;
}

/** Lets statements of this transaction fail that wait longer than `timeoutMs` for a lock. */
export async function limitLockWaits(tx: Tx, timeoutMs: number): Promise<void> {
  await tx`/* clickPartitions.limitLockWaits */ select set_config('lock_timeout', ${String(timeoutMs)}, true)`;
}

/** Returns the UTC day, as YYYY-MM-DD. */
export function formatUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
