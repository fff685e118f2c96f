import { addMiss } from "@fairclick/sql/clicks/shadow/shadow-misses";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { endFailedShadow } from "./end-failed-shadow";

/** After this many batches of a shard in a row, the shadow ends: settlement does not wait for it for days. */
export const MAX_MISSES = 5;

type Missed = { id: string; shard: number; clicks: number; failure: string };

/**
 * Counts the clicks of a batch that the shadow did not judge, in the transaction that settles them. Returns
 * the error if that fails, which does not stop the transaction; null otherwise.
 */
export async function missBatch(
  tx: Tx,
  ctx: Pick<Ctx, "now" | "log">,
  { id, ...miss }: Missed,
): Promise<unknown> {
  try {
    await tx.savepoint(async (inner) => {
      const inARow = await addMiss(inner, { shadowId: id, ...miss });
      if (inARow < MAX_MISSES) return;
      const failure = `It missed ${inARow} batches in a row. ${miss.failure}`;
      await endFailedShadow(inner, ctx, { id, failure });
    });
    return null;
  } catch (error) {
    ctx.log.error({ err: error, shadow: id }, "Clicks that the shadow missed were not counted");
    return error;
  }
}
