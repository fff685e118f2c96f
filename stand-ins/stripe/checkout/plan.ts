import type Stripe from "stripe";

/** Creation parameters that the session object itself does not expose. */
export type Plan = {
  lines: { name: string; description: string | null; unitCents: number; quantity: number }[];
  paymentIntent: Stripe.Checkout.SessionCreateParams.PaymentIntentData;
};
