import type { BreakdownQuery } from "@fairclick/core/clicks/stats";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { type BreakdownRow, type ClickScope, listBreakdown } from "@fairclick/sql/clicks/stats";
import type { Db } from "@fairclick/sql/db/client";
import { listSteps } from "./list-steps";

export type Breakdown = { from: Date; to: Date; judgedUpTo: Date | null; rows: BreakdownRow[] };

type Asked = { scope: ClickScope; query: BreakdownQuery; now?: Date };

/**
 * Counts judged clicks per value of a dimension, sorted by clicks descending. The caller has
 * checked access.
 */
export async function readBreakdown(
  db: Db,
  { scope, query, now = new Date() }: Asked,
): Promise<Breakdown> {
  const steps = listSteps(query);
  const [from = new Date(query.from), to = from] = [steps[0], steps.at(-1)];
  const judgedUpTo = await findJudgedUpTo(db.sql);
  const { dimension, limit } = query;
  const rows = await listBreakdown(db.sql, { ...scope, dimension, limit, from, to, now });
  return { from, to, judgedUpTo, rows };
}
