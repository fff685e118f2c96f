import type { Queryable } from "../db/client";

/** Gives how many it made. Days as in UTC, both included; a day that has its partition is left alone. */
export async function makeClickPartitions(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const [row] = await db<{ made: number }[]>`
    /* clickPartitions.make */
    select make_click_partitions(${dayOf(from)}::date, ${dayOf(to)}::date) as made`;
  return row?.made ?? 0;
}

/** As in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
