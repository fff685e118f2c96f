import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { ReasonCountRow } from "@fairclick/sql/click-counts";

/** Reasons of one kind become one count: which rule it was is for operators. */
export function presentReasons(rows: ReasonCountRow[]) {
  const counts = new Map<
    string,
    { verdict: ReasonCountRow["verdict"]; category: string; clicks: number }
  >();
  for (const { verdict, reason, clicks } of rows) {
    if (reason === "") continue;
    const category = reasonCategory(reason);
    const known = counts.get(`${verdict} ${category}`);
    if (known) known.clicks += Number(clicks);
    else counts.set(`${verdict} ${category}`, { verdict, category, clicks: Number(clicks) });
  }
  return [...counts.values()];
}
