import type { Db } from "./client";
import { REPORTS_APPLICATION } from "./query-reports";
import { withTx } from "./tx";

export type StuckReport = { pid: number; seconds: number };

/** No query takes that long unless Postgres cannot interrupt it. */
const STUCK_SECONDS = 30;

/**
 * Lists queries of `queryReports` that have outlived their time limit, longest first. Takes the login's own
 * role: another one does not see the times of its sessions.
 */
export function listStuckReports(db: Db, olderThan = STUCK_SECONDS): Promise<StuckReport[]> {
  return withTx(
    db,
    async (tx) => {
      await tx`set local role none`;
      return tx<StuckReport[]>`
        /* stuckReports.list */
        select pid, floor(extract(epoch from clock_timestamp() - xact_start))::int as seconds
        from pg_stat_activity
        where datname = current_database() and application_name = ${REPORTS_APPLICATION}
          and clock_timestamp() - xact_start >= ${olderThan} * interval '1 second'
        order by xact_start`;
    },
    { readOnly: true },
  );
}
