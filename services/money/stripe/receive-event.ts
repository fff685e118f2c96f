import { AppError } from "@fairclick/core/errors";
import { processStripeEvent } from "@fairclick/core/jobs";
import { receivedEventSchema } from "@fairclick/core/money/stripe-events";
import { findDataError } from "@fairclick/sql/db/errors";
import { insertStripeEvent } from "@fairclick/sql/money/stripe-events";
import type Stripe from "stripe";
import type { StripeConfig } from "../../config";
import type { PaymentsCtx } from "./payments-ctx";

type Delivery = { body: string; signature: string | undefined };

/**
 * Verifies and stores an event, and enqueues its processing, so that Stripe gets a response at
 * once. The sweep finds stored events without a job. Throws `malformed`.
 */
export async function receiveStripeEvent(
  ctx: PaymentsCtx,
  secrets: Pick<StripeConfig, "webhookSecret" | "connectWebhookSecret">,
  { body, signature }: Delivery,
): Promise<void> {
  const parsed = receivedEventSchema.safeParse(
    await verify(ctx.stripe, secrets, { body, signature }),
  );
  if (!parsed.success) throw notAnEvent(parsed.error);
  const event = parsed.data;
  if (event.livemode) throw new AppError("malformed", "This server takes test events only.");
  await insertStripeEvent(ctx.db.sql, {
    id: event.id,
    account: event.account ?? null,
    type: event.type,
    createdAt: new Date(event.created * 1_000),
    receivedAt: ctx.now(),
    body,
  }).catch((error: unknown) => {
    throw findDataError(error) ? notAnEvent(error) : error;
  });
  try {
    await ctx.queue.send(processStripeEvent, { eventId: event.id }, { jobId: event.id });
  } catch (error) {
    ctx.log.warn({ err: error, eventId: event.id }, "the Stripe event waits for the next sweep");
  }
}

/** The platform's webhook endpoint and the one for connected accounts have separate signing secrets. */
async function verify(
  stripe: Stripe,
  { webhookSecret, connectWebhookSecret }: Parameters<typeof receiveStripeEvent>[1],
  { body, signature }: Delivery,
): Promise<unknown> {
  for (const secret of [webhookSecret, connectWebhookSecret]) {
    if (!secret || !signature) continue;
    try {
      return await stripe.webhooks.constructEventAsync(body, signature, secret);
    } catch {}
  }
  throw new AppError("malformed", "The signature of this event is not valid.");
}

/**
 * Also thrown for JSON that Postgres cannot store: null characters, unpaired surrogates,
 * out-of-range numbers.
 */
function notAnEvent(cause: unknown): AppError {
  return new AppError("malformed", "This is signed, but it is not an event of Stripe's.", {
    cause,
  });
}
