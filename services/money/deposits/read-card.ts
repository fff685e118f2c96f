import type { Card } from "@fairclick/sql/money/deposits";
import type Stripe from "stripe";

/**
 * Reads the card of a paid session from its expanded payment intent and charge. `authenticated` is
 * true if 3-D Secure checked the owner, so that the bank answers for fraud. Null if it was not paid
 * by card, or Stripe does not name the card.
 */
export function readCard(
  intent: Stripe.Checkout.Session["payment_intent"],
): (Card & { authenticated: boolean }) | null {
  const charge = typeof intent === "string" ? null : intent?.latest_charge;
  const card = typeof charge === "string" ? null : charge?.payment_method_details?.card;
  if (!card?.fingerprint) return null;
  return {
    fingerprint: card.fingerprint,
    brand: card.brand,
    last4: card.last4,
    authenticated: card.three_d_secure?.result === "authenticated",
  };
}
