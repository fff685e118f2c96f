import type Stripe from "stripe";
import type { TestCardName } from "../checkout/test-cards";
import type { OpenStandIn } from "./open-stand-in";

/** Creates an open Checkout session over the amount. */
export function openSession(
  stripe: Stripe,
  amountCents = 5_000,
  { idempotencyKey, ...more }: Partial<Stripe.Checkout.SessionCreateParams> & Keyed = {},
) {
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    client_reference_id: "user_1",
    metadata: { deposit_id: "dep_1" },
    payment_intent_data: { metadata: { deposit_id: "dep_1" }, description: "Wallet" },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: amountCents,
          product_data: { name: "Fairclick wallet" },
        },
      },
    ],
    success_url: "http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/payments",
    ...more,
  };
  return stripe.checkout.sessions.create(params, idempotencyKey ? { idempotencyKey } : {});
}

type Keyed = { idempotencyKey?: string };

/** Pays a deposit and returns its session, intent and charge id. */
export async function deposit(
  { stripe, standIn }: OpenStandIn,
  amountCents = 5_000,
  card: TestCardName = "success",
) {
  const { id } = await openSession(stripe, amountCents);
  await standIn.control("checkout/pay", { session: id, card });
  const session = await stripe.checkout.sessions.retrieve(id);
  const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
  return { session, intent, charge: String(intent.latest_charge) };
}

/**
 * Creates a creator's account that can receive transfers and has a manual payout schedule. Returns
 * its id.
 */
export async function readyAccount({ stripe, standIn }: OpenStandIn, country = "US") {
  const { id } = await stripe.accounts.create({
    type: "express",
    country,
    email: "creator@example.com",
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: "manual" } } },
  });
  await standIn.control("accounts/complete", { account: id });
  return id;
}
