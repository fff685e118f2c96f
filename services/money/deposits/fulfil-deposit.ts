import { withTx } from "@fairclick/sql/db/tx";
import type { Deposit } from "@fairclick/sql/money/deposits";
import type Stripe from "stripe";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { applyCheckoutSession } from "./apply-checkout-session";

/** Retrieves the current session from Stripe; the copy inside an event may be out of date. */
export function retrieveSession(
  ctx: PaymentsCtx,
  sessionId: string,
): Promise<Stripe.Checkout.Session> {
  return ctx.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent.latest_charge"],
  });
}

/** Retrieves a session and credits or fails its deposit. Null if the session is not ours. */
export async function fulfilDeposit(ctx: PaymentsCtx, sessionId: string): Promise<Deposit | null> {
  const session = await retrieveSession(ctx, sessionId);
  return withTx(ctx.db, (tx) => applyCheckoutSession(tx, ctx, session));
}
