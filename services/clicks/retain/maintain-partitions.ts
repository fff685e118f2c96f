import { makeClickPartitions } from "@fairclick/sql/clicks/click-partitions";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";

const DAY_MS = 86_400_000;
/** Clicks can arrive late from a spool, and workers can be down for a while. */
const DAYS_BACK = 2;
const DAYS_AHEAD = 7;
/** Creating a partition waits for the transactions that use the table. */
const LONGEST_WAIT_MS = 60_000;

/** Creates the daily partitions of `clicks` ahead of time. */
export async function maintainPartitions(ctx: Ctx): Promise<{ made: number }> {
  const now = ctx.now().getTime();
  const days = {
    from: new Date(now - DAYS_BACK * DAY_MS),
    to: new Date(now + DAYS_AHEAD * DAY_MS),
  };
  const made = await withTx(ctx.db, (tx) => makeClickPartitions(tx, days), {
    statementTimeoutMs: LONGEST_WAIT_MS,
  });
  if (made > 0) ctx.log.info({ made }, "Made partitions for clicks");
  return { made };
}
