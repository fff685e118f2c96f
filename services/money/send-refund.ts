import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/t";
import { refundFailed, refundSent } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { reverseTransaction } from "@fairclick/sql/money/ledger";
import {
  advanceRefund,
  endRefundLease,
  failRefund,
  isRefundStopped,
  leaseRefund,
  lockRefund,
  postponeRefund,
  type Refund,
} from "@fairclick/sql/money/refunds";
import type Stripe from "stripe";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import type { EventHandler } from "./event-effect";
import { findPaymentDeposit, reverseDeposit } from "./reverse-deposit";
import { classifyStripeFailure, type PaymentsCtx } from "./stripe";
import { nextRetryAt } from "./withdrawals";

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

/**
 * Updates a requested refund from its refund at Stripe. Idempotent, in any order of events. Returns
 * false if the refund was not requested here, for example if it was made in Stripe's dashboard.
 * Throws if Stripe's figures differ from our row.
 */
async function applyRefund(ctx: Pick<Ctx, "now">, tx: Tx, refund: Stripe.Refund): Promise<boolean> {
  const id = refund.metadata?.refund_id;
  const row = id && isUuid(id) ? await lockRefund(tx, id) : null;
  if (!row) return false;
  assertMatches(refund, row);
  const undone = refund.status === "failed" || refund.status === "canceled";
  if (undone) {
    const reason = refundFailureReason(refund.failure_reason);
    const returned = await returnToWallet(tx, row, { refund, reason });
    if (returned) await notifyRefundFailed(ctx, tx, row, reason);
  } else {
    const status = refund.status === "succeeded" ? "succeeded" : "sent";
    const advanced = await advanceRefund(tx, { id: row.id, status, stripeRefundId: refund.id });
    const { id: key, userId, amountMicros } = row;
    if (advanced) await notify(tx, ctx, refundSent, { to: [userId], data: { amountMicros }, key });
  }
  return true;
}

/**
 * Fails a refund and puts its money back into the wallet, with the lots that it took. Only for
 * refunds that were certainly not paid. Returns false if it has failed already.
 */
export async function returnToWallet(
  tx: Tx,
  { id, transactionId }: Refund,
  { refund, reason }: { refund: Stripe.Refund | null; reason: string },
): Promise<boolean> {
  if (!(await failRefund(tx, { id, reason, stripeRefundId: refund?.id ?? null }))) return false;
  await reverseTransaction(tx, { transactionId });
  return true;
}

/** For failures that are not the user's own cancellation. */
export async function notifyRefundFailed(
  ctx: Pick<Ctx, "now">,
  tx: Tx,
  { id: key, userId, amountMicros }: Pick<Refund, "id" | "userId" | "amountMicros">,
  reason: string,
): Promise<void> {
  await notify(tx, ctx, refundFailed, { to: [userId], data: { amountMicros, reason }, key });
}

/** The money of a refund that failed without Stripe is back in the wallet, so a refund at Stripe is an alarm. */
function assertMatches(refund: Stripe.Refund, row: Refund): void {
  const intent =
    typeof refund.payment_intent === "string" ? refund.payment_intent : refund.payment_intent?.id;
  const matches =
    refund.currency === "usd" &&
    microsFromCents(refund.amount) === row.amountMicros &&
    intent === row.paymentIntentId &&
    (row.stripeRefundId ?? refund.id) === refund.id &&
    !(row.status === "failed" && row.stripeRefundId === null);
  if (!matches)
    throw new Error(`Refund ${refund.id} does not match the requested refund ${row.id}`);
}

/**
 * Applies a refund: our own by its row, which took the money when it was requested; any other one
 * by taking it from the wallet now.
 */
export const onRefund: EventHandler = async (ctx, { objectId }) => {
  const refund = await ctx.stripe.refunds.retrieve(objectId);
  const undone = refund.status === "failed" || refund.status === "canceled";
  const moved = undone || refund.status === "pending" || refund.status === "succeeded";
  const findDeposit = await findPaymentDeposit(ctx, refund.payment_intent);
  return async (tx) => {
    if (await applyRefund(ctx, tx, refund)) return;
    const deposit = moved && (await findDeposit?.(tx));
    if (!deposit) return;
    await reverseDeposit(ctx, tx, deposit, {
      kind: "refund",
      idempotencyKey: `stripe:re:${refund.id}`,
      amountMicros: microsFromCents(refund.amount),
      undone,
    });
  };
};

const MONEY_IS_BACK = stored`The money is back in your wallet.`;

/** What the developer reads if Stripe refuses a refund, by Stripe's error code. */
const refusals: Record<string, string> = {
  charge_already_refunded: stored`This payment was refunded already.`,
  charge_disputed: stored`Your bank disputes this payment.`,
  balance_insufficient: `${stored`Refunds are delayed at the moment.`} ${stored`Please try again later.`}`,
};

/** What the developer reads if a refund fails after Stripe accepted it, by Stripe's reason. */
const failures: Record<string, string> = {
  lost_or_stolen_card: stored`Your bank reports this card as lost or stolen.`,
  expired_or_canceled_card: stored`This card has expired or was cancelled.`,
  charge_for_pending_refund_disputed: stored`Your bank disputes this payment.`,
  merchant_request: stored`Fairclick cancelled this refund.`,
};

export function refundRefusalReason(code: string | null): string {
  return `${(code && refusals[code]) || stored`Stripe refused this refund.`} ${MONEY_IS_BACK}`;
}

export function refundFailureReason(reason: string | undefined): string {
  return `${(reason && failures[reason]) || stored`Your bank did not take this refund.`} ${MONEY_IS_BACK}`;
}
