import type { StuckReport } from "@fairclick/sql/db/stuck-reports";
import { type Finding, ok, warn } from "./finding";

/** Warns of queries of `fairclick sql` that Postgres cannot interrupt (docs/decisions/258). */
export function judgeReports([longest, ...others]: readonly StuckReport[]): Finding {
  if (!longest) return ok("sql queries", "none has outlived its time limit");
  const processes = [longest, ...others].map(({ pid }) => pid).join(", ");
  return warn(
    "sql queries",
    `Postgres cannot interrupt ${others.length + 1}; the longest has run for ${longest.seconds} s (process ${processes})`,
    "They hold read locks, which delay migrations and the deletion of old clicks. If they do not end, restart Postgres with `pg_ctl restart -m immediate`; the audit log has their text (`sql.query`).",
  );
}
