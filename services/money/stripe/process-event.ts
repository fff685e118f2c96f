import { processStripeEvent as contract } from "@fairclick/core/jobs";
import { withTx } from "@fairclick/sql/db/tx";
import {
  findStripeEvent,
  markEventProcessed,
  recordEventFailure,
  type StripeEvent,
} from "@fairclick/sql/money/stripe-events";
import { z } from "zod";
import { onCheckoutSession, onDispute } from "../deposits/on-deposit-events";
import { onRefund } from "../refunds/on-refund";
import { onPayout, onTransfer } from "../withdrawals/on-withdrawal-events";
import type { Effect, EventHandler } from "./event-effect";
import type { PaymentsCtx } from "./payments-ctx";
import { onAccount } from "./read-account";
import { isStripeAway } from "./stripe-failure";

/** As long as Stripe itself retries delivery. */
const PATIENCE_MS = 3 * 24 * 60 * 60 * 1_000;

const payloadSchema = z.object({
  data: z.object({ object: z.object({ id: z.string().min(1) }) }),
});

/**
 * Applies an event once, even if it is delivered twice or processed concurrently. Throws on
 * failure, so that the job is retried; after the last attempt the event is parked.
 */
export async function processStripeEvent(ctx: PaymentsCtx, eventId: string): Promise<void> {
  const event = await findStripeEvent(ctx.db.sql, eventId);
  if (!event || event.processedAt || event.parkedAt) return;
  try {
    const effect = await findEffect(ctx, event);
    await withTx(ctx.db, async (tx) => {
      const first = await markEventProcessed(tx, { id: event.id, at: ctx.now() });
      if (first && effect) await effect(tx);
    });
  } catch (error) {
    await recordFailure(ctx, event, error);
    throw error;
  }
}

async function findEffect(ctx: PaymentsCtx, event: StripeEvent): Promise<Effect | null> {
  const handle = findHandler(event.type);
  if (!handle) return null;
  const { data } = payloadSchema.parse(event.payload);
  return handle(ctx, { objectId: data.object.id, account: event.account });
}

/**
 * Records a failed attempt. While Stripe is unreachable an event is not parked: it stays open for
 * `PATIENCE_MS`.
 */
async function recordFailure(ctx: PaymentsCtx, event: StripeEvent, error: unknown): Promise<void> {
  const at = ctx.now();
  const spent = event.attempts + 1 >= contract.attempts;
  const expired = at.getTime() - event.receivedAt.getTime() > PATIENCE_MS;
  const park = spent && (expired || !isStripeAway(error));
  ctx.log.error({ err: error, eventId: event.id, type: event.type, park }, "Stripe event failed");
  const message = error instanceof Error ? error.message : String(error);
  await recordEventFailure(ctx.db.sql, { id: event.id, error: message, at, park });
}

/** Handlers by event type; other events are stored and ignored. */
const handlers: Record<string, EventHandler> = {
  "checkout.session.completed": onCheckoutSession,
  "checkout.session.async_payment_succeeded": onCheckoutSession,
  "checkout.session.async_payment_failed": onCheckoutSession,
  "checkout.session.expired": onCheckoutSession,
  "refund.created": onRefund,
  "refund.updated": onRefund,
  "refund.failed": onRefund,
  "charge.dispute.created": onDispute,
  "charge.dispute.updated": onDispute,
  "charge.dispute.funds_withdrawn": onDispute,
  "charge.dispute.funds_reinstated": onDispute,
  "charge.dispute.closed": onDispute,
  "transfer.created": onTransfer,
  "transfer.updated": onTransfer,
  "transfer.reversed": onTransfer,
  "payout.updated": onPayout,
  "payout.paid": onPayout,
  "payout.failed": onPayout,
  "payout.canceled": onPayout,
  "account.updated": onAccount,
  "capability.updated": onAccount,
  "account.external_account.created": onAccount,
  "account.external_account.updated": onAccount,
  "account.external_account.deleted": onAccount,
  "account.application.deauthorized": onAccount,
};

function findHandler(type: string): EventHandler | null {
  return Object.hasOwn(handlers, type) ? (handlers[type] ?? null) : null;
}
