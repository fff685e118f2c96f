import { countWaitingConversions } from "@fairclick/sql/conversions/conversions";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

/** Counts, holds or postpones every conversion of a judged click. Returns how many changed. */
export async function countConversions(ctx: Pick<Ctx, "db">): Promise<number> {
  return withTx(ctx.db, (tx) => countWaitingConversions(tx, null), {
    statementTimeoutMs: 60_000,
  });
}
