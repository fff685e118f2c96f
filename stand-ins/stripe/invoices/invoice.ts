import type Stripe from "stripe";
import { newId } from "../world/ids";

type Paid = {
  session: Stripe.Checkout.Session;
  publicUrl: string;
  created: number;
  description: string | null;
};

/** Returns the paid invoice that Checkout creates after a payment. Its lines are not modelled. */
export function newInvoice({ session, publicUrl, created, description }: Paid) {
  const id = newId("in");
  const cents = session.amount_total ?? 0;
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Fairclick",
    account_tax_ids: null,
    amount_due: cents,
    amount_overpaid: 0,
    amount_paid: cents,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: "manual",
    collection_method: "send_invoice",
    created,
    currency: session.currency ?? "usd",
    custom_fields: null,
    customer: session.customer,
    customer_account: null,
    customer_address: null,
    customer_email: session.customer_details?.email ?? null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${publicUrl}/i/${id}`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: session.invoice_creation?.invoice_data.metadata ?? {},
    next_payment_attempt: null,
    number: `FAIR-${id.slice(-8).toUpperCase()}`,
    on_behalf_of: null,
    parent: null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "paid",
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: created,
      voided_at: null,
    },
    subtotal: cents,
    subtotal_excluding_tax: cents,
    test_clock: null,
    total: cents,
    total_discount_amounts: [],
    total_excluding_tax: cents,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  } satisfies Stripe.Invoice;
}
