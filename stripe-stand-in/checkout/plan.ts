import type Stripe from "stripe";

/** What a session was created with and does not show itself. */
export type Plan = {
  lines: { name: string; description: string | null; unitCents: number; quantity: number }[];
  paymentIntent: Stripe.Checkout.SessionCreateParams.PaymentIntentData;
};
