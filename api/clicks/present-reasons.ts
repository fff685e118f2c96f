import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { ReasonCount } from "@fairclick/core/clicks/stats";
import type { ReasonCountRow } from "@fairclick/sql/clicks/click-counts";

/** Sums reasons by category, sorted by clicks descending. Valid clicks have no reason and are left out. */
export function presentReasons(rows: ReasonCountRow[]): ReasonCount[] {
  const kinds = new Map<string, ReasonCount>();
  for (const { verdict, reason, clicks } of rows) {
    if (reason === "") continue;
    const category = reasonCategory(reason);
    const key = `${verdict} ${category}`;
    const counted = kinds.get(key)?.clicks ?? 0;
    kinds.set(key, { verdict, category, clicks: counted + Number(clicks) });
  }
  return [...kinds.values()].sort((a, b) => b.clicks - a.clicks);
}
