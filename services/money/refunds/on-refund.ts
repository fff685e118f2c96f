import { microsFromCents } from "@fairclick/core/amounts";
import { findPaymentDeposit } from "../deposits/find-payment-deposit";
import { reverseDeposit } from "../deposits/reverse-deposit";
import type { EventHandler } from "../stripe/event-effect";
import { applyRefund } from "./apply-refund";

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
