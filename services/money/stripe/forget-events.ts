import { deleteProcessedEventsBefore } from "@fairclick/sql/money/stripe-events";
import type { Ctx } from "../../context";

const DAY_MS = 86_400_000;
/** Stripe tries for three days, and lets people send an event again for thirty. */
const KEPT_DAYS = 31;
const AT_ONCE = 1_000;

/**
 * Forgets events that had their effect so long ago that Stripe no longer delivers them: until then
 * their ids are what a second delivery is known by. Those that have not had their effect stay.
 */
export async function forgetStripeEvents(
  ctx: Pick<Ctx, "db" | "now" | "log">,
): Promise<{ forgotten: number }> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS);
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteProcessedEventsBefore(ctx.db.sql, { before, limit: AT_ONCE });
    forgotten += deleted;
    if (deleted < AT_ONCE) break;
  }
  if (forgotten > 0) ctx.log.info({ forgotten }, "Forgot Stripe events");
  return { forgotten };
}
