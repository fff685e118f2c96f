import type { Tx } from "@fairclick/sql/db/client";
import type { Deposit } from "@fairclick/sql/money/deposits";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { applyCheckoutSession } from "./apply-checkout-session";

type Payment = string | { id: string } | null;

/**
 * Finds the deposit of a payment. A refund or dispute can arrive before the payment itself: the
 * deposit is then credited first, in the same transaction.
 */
export async function findPaymentDeposit(
  ctx: PaymentsCtx,
  payment: Payment,
): Promise<((tx: Tx) => Promise<Deposit | null>) | null> {
  const id = typeof payment === "string" ? payment : payment?.id;
  if (!id) return null;
  const session = await findSession(ctx, id);
  return session && ((tx) => applyCheckoutSession(tx, ctx, session));
}

async function findSession(
  ctx: PaymentsCtx,
  paymentIntentId: string,
): Promise<Stripe.Checkout.Session | null> {
  const found = await ctx.stripe.checkout.sessions.list({
    payment_intent: paymentIntentId,
    limit: 1,
    expand: ["data.payment_intent.latest_charge"],
  });
  return found.data[0] ?? null;
}
