import type { SeriesQuery } from "@fairclick/core/clicks/stats";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { type ClickScope, listSeries, type SeriesRow } from "@fairclick/sql/clicks/stats";
import type { Db } from "@fairclick/sql/db/client";
import { listSteps } from "./list-steps";

export type Series = { judgedUpTo: Date | null; points: SeriesRow[] };

/**
 * Returns clicks per verdict, impressions and conversions, one point per step. The caller has
 * checked access.
 */
export async function readSeries(
  db: Db,
  { scope, query }: { scope: ClickScope; query: SeriesQuery },
): Promise<Series> {
  const steps = listSteps(query);
  const judgedUpTo = await findJudgedUpTo(db.sql);
  return { judgedUpTo, points: await listSeries(db.sql, { ...scope, steps }) };
}
