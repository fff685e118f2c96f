import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { processStripeEvent } from "@fairclick/core/jobs";
import { lockStripeEvent, reopenParkedEvent } from "@fairclick/sql/money/stripe-events";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";

/** Retries a parked event with a full set of attempts. Throws `not_found` or `conflict`. */
export async function retryStripeEvent(
  ctx: Ctx,
  input: ChangeInput & { id: string },
): Promise<OperatorChange> {
  const { id } = input;
  const change = await makeChange(ctx, input, async (tx) => {
    const event = await lockStripeEvent(tx, id);
    if (!event) throw new AppError("not_found", `There is no event ${id}.`);
    const { type, error, attempts } = event;
    if (event.processedAt || !event.parkedAt) {
      const state = event.processedAt ? "has had its effect" : "is being tried as it is";
      throw new AppError("conflict", `The event ${id} ${state}.`);
    }
    return {
      action: "stripe_event.retry",
      subject: `stripe_event:${id}`,
      before: { type, state: "parked", attempts, error },
      after: { type, state: "open", attempts: 0, error: null },
      apply: () => reopenParkedEvent(tx, id),
    };
  });
  if (change.applied) await sendEvent(ctx, id);
  return change;
}

async function sendEvent(ctx: Ctx, id: string): Promise<void> {
  try {
    await ctx.queue.send(processStripeEvent, { eventId: id }, { jobId: id });
  } catch (error) {
    ctx.log.warn({ err: error, eventId: id }, "the Stripe event waits for the next sweep");
  }
}
