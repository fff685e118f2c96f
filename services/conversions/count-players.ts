import { countArrivals, countReturns, lockCounting } from "@fairclick/sql/conversions/players";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

const SLICE = 2_000;
/** The next run continues. */
const SLICES_A_RUN = 20;

/**
 * Counts players and their returns under the rules that judged their clicks. Returns how many reports
 * it took; 0 if another worker is counting.
 */
export async function countPlayers(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  let total = 0;
  for (let slice = 0; slice < SLICES_A_RUN; slice += 1) {
    const taken = await withTx(ctx.db, async (tx) => {
      if (!(await lockCounting(tx))) return 0;
      const arrivals = await countArrivals(tx, SLICE);
      return arrivals + (await countReturns(tx, { now: ctx.now(), limit: SLICE }));
    });
    total += taken;
    if (taken === 0) break;
  }
  return total;
}
