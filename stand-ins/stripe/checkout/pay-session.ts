import type Stripe from "stripe";
import { book, cardPendingMs } from "../balance/balance-transaction";
import { recordEvent } from "../events/record-event";
import { createInvoice } from "../invoices/create-invoice";
import { newCharge } from "../payments/charge";
import { newPaymentIntent } from "../payments/payment-intent";
import { get, now, put, schedule, type World } from "../world/world";
import { customerDetails } from "./session";
import { type TestCard, type TestCardName, testCards } from "./test-cards";

export type PayResult = { ok: true } | { ok: false; message: string };

/**
 * Pays a session, as the Pay button does. Returns `ok: false` with a message if the session is no
 * longer open or the card is declined.
 */
export function paySession(
  world: World,
  session: Stripe.Checkout.Session,
  input: { card: TestCardName; email: string; owner?: string | undefined },
): PayResult {
  if (session.status !== "open") return { ok: false, message: "This page is no longer open." };
  const card: TestCard = testCards[input.card];
  const { end } = card;
  session.customer_details ??= customerDetails(input.email);
  const intent = getOrCreateIntent(world, session);
  const charge = attempt(world, { session, intent, card, owner: input.owner });
  switch (end.kind) {
    case "refused":
      intent.last_payment_error = {
        type: "card_error",
        code: "card_declined",
        decline_code: end.declineCode,
        message: end.message,
        charge: charge.id,
      };
      world.touch();
      return { ok: false, message: end.message };
    case "debit":
      intent.status = "processing";
      complete(world, session);
      schedule(world, world.settings.delays.debitMs, {
        kind: "finish_debit",
        session: session.id,
        succeeds: end.succeeds,
      });
      return { ok: true };
    case "paid":
    case "disputed":
      bookPayment(world, intent, charge, end.kind === "paid" && end.pending ? cardPendingMs : 0);
      session.payment_status = "paid";
      createInvoice(world, session);
      complete(world, session);
      if (end.kind === "disputed") {
        schedule(world, world.settings.delays.disputeMs, {
          kind: "open_dispute",
          charge: charge.id,
        });
      }
      return { ok: true };
  }
}

/**
 * Books a successful payment on the charge, the intent and the platform's balance, where it is
 * pending for `pendingMs`.
 */
export function bookPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  pendingMs: number,
): void {
  const { basisPoints, fixedCents } = world.settings.fee;
  charge.status = "succeeded";
  charge.paid = true;
  charge.amount_captured = charge.amount;
  charge.balance_transaction = book(world, {
    type: charge.payment_method_details?.type === "card" ? "charge" : "payment",
    reportingCategory: "charge",
    amountCents: charge.amount,
    feeCents: Math.floor((charge.amount * basisPoints + 5_000) / 10_000) + fixedCents,
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
    pendingMs,
  }).id;
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
}

function getOrCreateIntent(world: World, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  if (typeof session.payment_intent === "string") {
    return get(world, "payment_intent", session.payment_intent);
  }
  const plan = world.state.plans[session.id]?.paymentIntent ?? {};
  const intent = put(world, "payment_intent", newPaymentIntent(session, plan, now(world)));
  session.payment_intent = intent.id;
  return intent;
}

function attempt(
  world: World,
  made: {
    session: Stripe.Checkout.Session;
    intent: Stripe.PaymentIntent;
    card: TestCard;
    owner: string | undefined;
  },
): Stripe.Charge {
  const { session, intent, card } = made;
  const refusal = card.end.kind === "refused" ? card.end : null;
  const charge = newCharge({
    intent,
    created: now(world),
    email: session.customer_details?.email ?? null,
    last4: card.last4,
    owner: made.owner ?? String(intent.customer ?? ""),
    authenticated: card.authenticated ?? false,
    method: card.end.kind === "debit" ? "us_bank_account" : "card",
    status: refusal ? "failed" : "pending",
    refusal,
  });
  intent.latest_charge = charge.id;
  return put(world, "charge", charge);
}

/** Completes the session. It may still be unpaid: a bank debit takes days. */
function complete(world: World, session: Stripe.Checkout.Session): void {
  session.status = "complete";
  session.url = null;
  recordEvent(world, "checkout.session.completed", session);
}
