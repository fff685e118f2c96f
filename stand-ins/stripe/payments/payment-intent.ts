import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import type { Plan } from "../checkout/plan";
import { newId } from "../world/ids";

/** Returns the payment intent of a Checkout session, created at the first attempt to pay. */
export function newPaymentIntent(
  session: Stripe.Checkout.Session,
  plan: Plan["paymentIntent"],
  created: number,
) {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: "automatic",
    created,
    currency: session.currency ?? "usd",
    customer: session.customer,
    customer_account: null,
    description: plan.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: metadataFrom(plan.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card", "us_bank_account"],
    payment_record: null,
    processing: null,
    receipt_email: plan.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: plan.statement_descriptor ?? null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: plan.transfer_group ?? null,
  } satisfies Stripe.PaymentIntent;
}
