import { microsFromCents } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { refundFailed, refundSent } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { reverseTransaction } from "@fairclick/sql/money/ledger";
import { advanceRefund, failRefund, lockRefund, type Refund } from "@fairclick/sql/money/refunds";
import type Stripe from "stripe";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { refundFailureReason } from "./refusals";

/**
 * Updates a requested refund from its refund at Stripe. Idempotent, in any order of events. Returns
 * false if the refund was not requested here, for example if it was made in Stripe's dashboard.
 * Throws if Stripe's figures differ from our row.
 */
export async function applyRefund(
  ctx: Pick<Ctx, "now">,
  tx: Tx,
  refund: Stripe.Refund,
): Promise<boolean> {
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
