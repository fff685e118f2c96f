import { microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/t";
import { refundSent } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockOutflow, type Refund } from "@fairclick/sql/money/outflows";
import { advanceRefund } from "@fairclick/sql/money/refunds";
import type Stripe from "stripe";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { makeOrSettle, notifyFailed, settleRefusal, withLease } from "./outflows";
import { refundWay, returnToWallet } from "./refunds";
import { findPaymentDeposit, reverseDeposit } from "./reverse-deposit";
import type { EventHandler, PaymentsCtx } from "./stripe";

/**
 * Sends a pending refund to Stripe. Idempotent and safe to run concurrently. Throws if the outcome
 * is unknown, so that the job is retried. Checks a held refund, or one of a suspended user, but does
 * not send it.
 */
export async function sendRefund(ctx: PaymentsCtx, refundId: string): Promise<void> {
  await withLease(ctx, { ...refundWay, id: refundId }, async (refund, { stopped }) => {
    const made =
      (refund.sendingAt && (await findRefund(ctx, refund))) ||
      (stopped ? null : await makeOrReturn(ctx, refund));
    if (made) await withTx(ctx.db, (tx) => applyRefund(ctx, tx, made));
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

function makeOrReturn(ctx: PaymentsCtx, refused: Refund): Promise<Stripe.Refund | null> {
  return makeOrSettle(ctx, refused.id, {
    what: "a refund",
    make: () => makeRefund(ctx, refused),
    settle: (code) => settleRefusal(ctx, refundWay, { refused, code }),
  });
}

/**
 * Every parameter comes from the row: Stripe refuses an idempotency key that returns with other
 * parameters.
 */
function makeRefund({ stripe }: PaymentsCtx, refund: Refund): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    {
      payment_intent: refund.paymentIntentId,
      amount: wholeCentsFromMicros(sentMicros(refund)),
      reason: "requested_by_customer",
      metadata: { refund_id: refund.id },
    },
    { idempotencyKey: `refund:${refund.id}:${refund.attempt}` },
  );
}

/**
 * Updates a requested refund from its refund at Stripe. Idempotent, in any order of events. Returns
 * false if the refund was not requested here, for example if it was made in Stripe's dashboard.
 * Throws if Stripe's figures differ from our row.
 */
async function applyRefund(ctx: Pick<Ctx, "now">, tx: Tx, refund: Stripe.Refund): Promise<boolean> {
  const id = refund.metadata?.refund_id;
  const row = id && isUuid(id) ? await lockOutflow(tx, "refund", id) : null;
  if (!row) return false;
  assertMatches(refund, row);
  const undone = refund.status === "failed" || refund.status === "canceled";
  if (undone) {
    const reason = refundFailureReason(refund.failure_reason);
    const returned = await returnToWallet(tx, row, { stripeRefundId: refund.id, reason });
    if (returned) await notifyFailed(ctx, tx, { way: refundWay, row, reason });
  } else {
    const status = refund.status === "succeeded" ? "succeeded" : "sent";
    const advanced = await advanceRefund(tx, { id: row.id, status, stripeRefundId: refund.id });
    const { id: key, userId, amountMicros, stripeFeeMicros } = row;
    const data = { amountMicros, stripeFeeMicros };
    if (advanced) await notify(tx, ctx, refundSent, { to: [userId], data, key });
  }
  return true;
}

const sentMicros = ({ amountMicros, stripeFeeMicros }: Refund) => amountMicros - stripeFeeMicros;

/** The money of a refund that failed without Stripe is back in the wallet, so a refund at Stripe is an alarm. */
function assertMatches(refund: Stripe.Refund, row: Refund): void {
  const intent =
    typeof refund.payment_intent === "string" ? refund.payment_intent : refund.payment_intent?.id;
  const matches =
    refund.currency === "usd" &&
    microsFromCents(refund.amount) === sentMicros(row) &&
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

/** What the developer reads if a refund fails after Stripe accepted it, by Stripe's reason. */
const failures: Record<string, string> = {
  lost_or_stolen_card: stored`Your bank reports this card as lost or stolen.`,
  expired_or_canceled_card: stored`This card has expired or was cancelled.`,
  charge_for_pending_refund_disputed: stored`Your bank disputes this payment.`,
  merchant_request: stored`Fairclick cancelled this refund.`,
};

export function refundFailureReason(reason: string | undefined): string {
  return `${(reason && failures[reason]) || stored`Your bank did not take this refund.`} ${MONEY_IS_BACK}`;
}
