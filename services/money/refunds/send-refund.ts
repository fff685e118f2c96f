import { wholeCentsFromMicros } from "@fairclick/core/amounts";
import { withTx } from "@fairclick/sql/db/tx";
import {
  endRefundLease,
  isRefundStopped,
  leaseRefund,
  lockRefund,
  postponeRefund,
  type Refund,
} from "@fairclick/sql/money/refunds";
import type Stripe from "stripe";
import { writeAudit } from "../../operations/write-audit";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { classifyStripeFailure } from "../stripe/stripe-failure";
import { nextRetryAt } from "../withdrawals/stripe-refusals";
import { applyRefund, notifyRefundFailed, returnToWallet } from "./apply-refund";
import { refundRefusalReason } from "./refusals";

/** Longer than all calls to Stripe in one run can take, including the SDK's retries. */
export const LEASE_MS = 300_000;

type Lease = { refund: Refund; stopped: boolean; until: Date };

/**
 * Sends a pending refund to Stripe. Idempotent and safe to run concurrently. Throws if the outcome
 * is unknown, so that the job is retried. Checks a held refund, or one of a suspended user, but does
 * not send it.
 */
export async function sendRefund(ctx: PaymentsCtx, refundId: string): Promise<void> {
  const lease = await acquireLease(ctx, refundId);
  if (!lease) return;
  const { refund, stopped, until } = lease;
  try {
    const made =
      (refund.sendingAt && (await findRefund(ctx, refund))) ||
      (stopped ? null : await makeOrReturn(ctx, refund));
    if (made) await withTx(ctx.db, (tx) => applyRefund(ctx, tx, made));
  } finally {
    await endRefundLease(ctx.db.sql, { id: refund.id, until });
  }
}

/**
 * Leases the refund: of two concurrent runs one could be refused, which puts the money back, while
 * the other makes the refund. Returns the row from before the lease: `sendingAt` says whether an
 * earlier run may have sent it. Null if there is nothing to do.
 */
async function acquireLease(ctx: PaymentsCtx, refundId: string): Promise<Lease | null> {
  return withTx(ctx.db, async (tx) => {
    const refund = await lockRefund(tx, refundId);
    const at = ctx.now();
    const busy = refund?.retryAt && refund.retryAt > at;
    if (refund?.status !== "pending" || busy) return null;
    const stopped = await isRefundStopped(tx, refund.id);
    if (stopped && !refund.sendingAt) return null;
    const until = new Date(at.getTime() + LEASE_MS);
    await leaseRefund(tx, { id: refund.id, at, until });
    return { refund, stopped, until };
  });
}

/**
 * Finds the refund of an earlier call that got no response: Stripe forgets idempotency keys after a
 * day but keeps refunds.
 */
async function findRefund(ctx: PaymentsCtx, refund: Refund): Promise<Stripe.Refund | null> {
  const made = ctx.stripe.refunds.list({ payment_intent: refund.paymentIntentId, limit: 100 });
  for await (const each of made) {
    if (each.metadata?.refund_id === refund.id) return each;
  }
  return null;
}

async function makeOrReturn(ctx: PaymentsCtx, refund: Refund): Promise<Stripe.Refund | null> {
  try {
    return await makeRefund(ctx, refund);
  } catch (error) {
    const failure = classifyStripeFailure(error);
    if (failure.kind === "unknown") throw error;
    ctx.log.warn({ err: error, refundId: refund.id }, "Stripe refused a refund");
    await settleRefusal(ctx, refund, failure.code);
    return null;
  }
}

/**
 * Every parameter comes from the row: Stripe refuses an idempotency key that returns with other
 * parameters.
 */
function makeRefund({ stripe }: PaymentsCtx, refund: Refund): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    {
      payment_intent: refund.paymentIntentId,
      amount: wholeCentsFromMicros(refund.amountMicros),
      reason: "requested_by_customer",
      metadata: { refund_id: refund.id },
    },
    { idempotencyKey: `refund:${refund.id}:${refund.attempt}` },
  );
}

/**
 * Postpones the refund if the platform's balance is still on its way from the cards. Any other
 * refusal is final and puts the money back into the wallet.
 */
async function settleRefusal(
  ctx: PaymentsCtx,
  refused: Refund,
  code: string | null,
): Promise<void> {
  const { id, attempt } = refused;
  const retryAt = code === "balance_insufficient" ? nextRetryAt(refused, ctx.now()) : null;
  await withTx(ctx.db, async (tx) => {
    const refund = await lockRefund(tx, id);
    if (refund?.status !== "pending" || refund.attempt !== attempt) return;
    if (retryAt) return postponeRefund(tx, { id, attempt, retryAt });
    const why = refundRefusalReason(code);
    await returnToWallet(tx, refund, { refund: null, reason: why });
    await notifyRefundFailed(ctx, tx, refund, why);
    const reason = code ?? "refused";
    await writeAudit(tx, ctx, { action: "refund.fail", subject: `refund:${id}`, reason });
  });
}
