import type { SeriesQuery } from "@fairclick/core/schemas/stats-series";
import { type ClickScope, listSeries, type SeriesRow } from "@fairclick/sql/click-series";
import type { Db } from "@fairclick/sql/client";
import { findJudgedUpTo } from "@fairclick/sql/judged-up-to";
import { listSteps } from "./list-steps";

export type SeriesPoint = Omit<SeriesRow, "step"> & { at: Date };
export type Series = { judgedUpTo: Date | null; points: SeriesPoint[] };

const nothing = { pending: 0n, valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, paidMicros: 0n };

/** Clicks by step and verdict, a point for every step. Whoever calls it has looked at the rights. */
export async function readSeries(
  db: Db,
  { scope, query }: { scope: ClickScope; query: SeriesQuery },
): Promise<Series> {
  const steps = listSteps(query);
  const judgedUpTo = await findJudgedUpTo(db.sql);
  const rows = await listSeries(db.sql, { ...scope, steps });
  const counted = new Map(rows.map(({ step, ...counts }) => [step, counts]));
  const points = steps.slice(0, -1).map((at, n) => ({ at, ...(counted.get(n) ?? nothing) }));
  return { judgedUpTo, points };
}
