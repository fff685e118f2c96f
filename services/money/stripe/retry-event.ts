import { AppError } from "@fairclick/core/errors";
import { processStripeEvent } from "@fairclick/core/jobs";
import { withTx } from "@fairclick/sql/db/tx";
import {
  findStripeEvent,
  reopenParkedEvent,
  type UnfinishedEvent,
} from "@fairclick/sql/money/stripe-events";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

/** Retries a parked event with a full set of attempts. Throws `not_found` or `conflict`. */
export async function retryStripeEvent(
  ctx: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<UnfinishedEvent> {
  requireOperator(ctx);
  const event = await withTx(ctx.db, async (tx) => {
    const reopened = await reopenParkedEvent(tx, id);
    if (!reopened) return null;
    await writeAudit(tx, ctx, {
      action: "stripe_event.retry",
      subject: `stripe_event:${id}`,
      reason,
      before: { error: reopened.error },
    });
    return reopened;
  });
  if (!event) throw await refusalFor(ctx, id);
  try {
    await ctx.queue.send(processStripeEvent, { eventId: id }, { jobId: id });
  } catch (error) {
    ctx.log.warn({ err: error, eventId: id }, "the Stripe event waits for the next sweep");
  }
  return event;
}

async function refusalFor(ctx: Ctx, id: string): Promise<AppError> {
  const event = await findStripeEvent(ctx.db.sql, id);
  if (!event) return new AppError("not_found", `There is no event ${id}.`);
  const state = event.processedAt ? "has had its effect" : "is being tried as it is";
  return new AppError("conflict", `The event ${id} ${state}.`);
}
