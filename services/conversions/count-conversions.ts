import { countWaitingConversions } from "@fairclick/sql/conversions/conversions";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

/** Counts, holds or puts off every conversion whose click has its verdict by now. Gives how many. */
export async function countConversions(ctx: Pick<Ctx, "db">): Promise<number> {
  return withTx(ctx.db, (tx) => countWaitingConversions(tx, null), {
    statementTimeoutMs: 60_000,
  });
}
