import { withTx } from "@fairclick/sql/db/tx";
import type { Deposit } from "@fairclick/sql/money/deposits";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { applyCheckoutSession } from "./apply-checkout-session";

/** What becomes of a Checkout Session is read from Stripe each time, never from what an event says of it. */
export function retrieveSession(
  ctx: PaymentsCtx,
  sessionId: string,
): Promise<Stripe.Checkout.Session> {
  return ctx.stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
}

/** Asks Stripe about a session and credits, or closes, its deposit. */
export async function fulfilDeposit(ctx: PaymentsCtx, sessionId: string): Promise<Deposit | null> {
  const session = await retrieveSession(ctx, sessionId);
  return withTx(ctx.db, (tx) => applyCheckoutSession(tx, { session, at: ctx.now() }));
}
