import type { Queryable } from "../db/client";

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

/** Returns the UTC day, as YYYY-MM-DD. */
export function formatUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
