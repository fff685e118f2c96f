import { limitLockWaits, makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";

const DAY_MS = 86_400_000;
/** Clicks can arrive late from a spool, and workers can be down for a while. */
const DAYS_BACK = 2;
const DAYS_AHEAD = 7;
/** The statement also moves clicks that were stored before their partition existed. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** How long to wait for transactions that use the table (ms). All others wait behind this. */
const LOCK_TIMEOUT_MS = 10_000;

/** Creates the daily partitions of `clicks` ahead of time. Throws if the table is not free in time. */
export async function maintainPartitions(
  ctx: Ctx,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<{ made: number }> {
  const now = ctx.now().getTime();
  const days = {
    from: new Date(now - DAYS_BACK * DAY_MS),
    to: new Date(now + DAYS_AHEAD * DAY_MS),
  };
  const make = async (tx: Tx) => {
    await limitLockWaits(tx, lockTimeoutMs);
    return makeClickPartitions(tx, days);
  };
  const made = await withTx(ctx.db, make, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  if (made > 0) ctx.log.info({ made }, "Made partitions for clicks");
  return { made };
}
