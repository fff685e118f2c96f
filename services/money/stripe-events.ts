import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { processStripeEvent as processStripeEventJob } from "@fairclick/core/jobs";
import { stored } from "@fairclick/core/language/t";
import { retentionDays } from "@fairclick/core/operations/privacy";
import { findDataError, withTx } from "@fairclick/sql/db/tx";
import { type Deposit, failDeposit, takeUncheckedDeposits } from "@fairclick/sql/money/deposits";
import {
  listStalledOutflows,
  listWithoutPayout,
  takeUncheckedRefunds,
} from "@fairclick/sql/money/outflows";
import {
  deleteProcessedEventsBefore,
  findStripeEvent,
  insertStripeEvent,
  listStalledEvents,
  listUnfinishedEvents,
  lockStripeEvent,
  markEventProcessed,
  recordEventFailure,
  reopenParkedEvent,
  type StripeEvent,
  type UnfinishedEvent,
} from "@fairclick/sql/money/stripe";
import { takeUncheckedPayouts } from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import { z } from "zod";
import { makeChange } from "../changes";
import type { StripeConfig } from "../config";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { fulfilDeposit } from "./deposits";
import { onAccount } from "./onboarding";
import { sendJob } from "./outflows";
import { returnDeletedWallets } from "./refunds";
import { onCheckoutSession, onDispute, onFraudWarning, onRefund } from "./reverse-deposit";
import { onPayout, onTransfer } from "./send-withdrawal";
import {
  type Effect,
  type EventHandler,
  type Heard,
  isMissing,
  isStripeAway,
  type PaymentsCtx,
} from "./stripe";

const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/);
/** Seconds since 1970, up to the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799);

/** The fields that every Stripe event has. The job that processes an event checks its `data`. */
const receivedEventSchema = z.object({
  id: name,
  account: name.nullish(),
  type: name,
  created: seconds,
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

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
  await sendEvent(ctx, event.id);
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
  const spent = event.attempts + 1 >= processStripeEventJob.attempts;
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
  "radar.early_fraud_warning.created": onFraudWarning,
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

/** Lists events that are not processed, newest first. */
export function listStripeEvents(
  { db: { sql } }: Pick<Ctx, "db">,
  { parked: parkedOnly, cursor, limit }: PageInput & { parked: boolean },
): Promise<Page<UnfinishedEvent>> {
  const read = (count: number) =>
    listUnfinishedEvents(sql, { parkedOnly, cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor: ({ id }) => id });
}

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
      const state = event.processedAt ? "has had its effect" : "is still being tried";
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
    await ctx.queue.send(processStripeEventJob, { eventId: id }, { jobId: id });
  } catch (error) {
    ctx.log.warn({ err: error, eventId: id }, "the Stripe event waits for the next sweep");
  }
}

const DAY_MS = 86_400_000;
const FORGET_BATCH = 1_000;

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
    const deleted = await deleteProcessedEventsBefore(ctx.db.sql, { before, limit: FORGET_BATCH });
    forgotten += deleted;
    if (deleted < FORGET_BATCH) break;
  }
  if (forgotten > 0) ctx.log.info({ forgotten }, "Forgot Stripe events");
  return { forgotten };
}

const STALLED_AFTER_MS = 60_000;
/** Stripe forgets idempotency keys after a day: a deposit without a session by then never gets one. */
const NO_SESSION_AFTER_MS = 25 * 60 * 60 * 1_000;
const SWEEP_BATCH = 100;
const QUERIED_AT_ONCE = 25;

/**
 * Resumes deposits, withdrawals, refunds and events that lost their job, webhook or response, and
 * sends the wallets of deleted accounts back. Safe to run concurrently.
 */
export async function sweepPayments(ctx: PaymentsCtx): Promise<void> {
  const at = ctx.now();
  const before = new Date(at.getTime() - STALLED_AFTER_MS);
  for (const { id } of await listStalledEvents(ctx.db.sql, { before, limit: SWEEP_BATCH })) {
    await ctx.queue.send(processStripeEventJob, { eventId: id }, { jobId: id });
  }
  const stalled = { before, at, limit: SWEEP_BATCH };
  const withdrawals = [
    ...(await listStalledOutflows(ctx.db.sql, "withdrawal", stalled)),
    ...(await listWithoutPayout(ctx.db.sql, stalled)),
  ];
  for (const { id } of withdrawals) await sendJob.withdrawal(ctx, id);
  await returnDeletedWallets(ctx);
  const refunds = await listStalledOutflows(ctx.db.sql, "refund", stalled);
  for (const { id } of refunds) await sendJob.refund(ctx, id);
  const deposits = await takeUncheckedDeposits(ctx.db.sql, { at, limit: QUERIED_AT_ONCE });
  for (const deposit of deposits) await checkDeposit(ctx, deposit);
  const payouts = await takeUncheckedPayouts(ctx.db.sql, { at, limit: QUERIED_AT_ONCE });
  for (const { payoutId: objectId, stripeAccountId: account } of payouts)
    await checkSent(ctx, onPayout, { objectId, account });
  const sent = await takeUncheckedRefunds(ctx.db.sql, { at, limit: QUERIED_AT_ONCE });
  for (const { stripeRefundId: objectId } of sent)
    await checkSent(ctx, onRefund, { objectId, account: null });
}

/** Logs errors instead of throwing, so that one bad deposit does not stop the others. */
async function checkDeposit(ctx: PaymentsCtx, deposit: Deposit): Promise<void> {
  const { id, checkoutSessionId } = deposit;
  const old = ctx.now().getTime() - deposit.createdAt.getTime() > NO_SESSION_AFTER_MS;
  try {
    if (checkoutSessionId) await fulfilDeposit(ctx, checkoutSessionId);
    else if (old)
      await failDeposit(ctx.db.sql, { id, reason: stored`No payment page was opened.` });
  } catch (error) {
    ctx.log.error({ err: error, depositId: id }, "a deposit could not be checked");
    if (!old || !isMissing(error)) return;
    await failDeposit(ctx.db.sql, { id, reason: stored`Stripe knows nothing of this payment.` });
  }
}

async function checkSent(ctx: PaymentsCtx, handle: EventHandler, sent: Heard): Promise<void> {
  try {
    const effect = await handle(ctx, sent);
    if (effect) await withTx(ctx.db, effect);
  } catch (error) {
    ctx.log.error({ err: error, ...sent }, "a payout or refund could not be checked");
  }
}
