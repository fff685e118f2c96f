import { retentionDays } from "@fairclick/core/operations/privacy";
import { deleteProcessedEventsBefore } from "@fairclick/sql/money/stripe-events";
import type { Ctx } from "../../context";

const DAY_MS = 86_400_000;
const AT_ONCE = 1_000;

/**
 * Deletes processed events that Stripe can no longer deliver again; until then their ids detect
 * duplicates. Events that are not processed stay. Returns how many were deleted.
 */
export async function forgetStripeEvents(
  ctx: Pick<Ctx, "db" | "now" | "log">,
): Promise<{ forgotten: number }> {
  const before = new Date(ctx.now().getTime() - retentionDays.stripeEvents * DAY_MS);
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteProcessedEventsBefore(ctx.db.sql, { before, limit: AT_ONCE });
    forgotten += deleted;
    if (deleted < AT_ONCE) break;
  }
  if (forgotten > 0) ctx.log.info({ forgotten }, "Forgot Stripe events");
  return { forgotten };
}
