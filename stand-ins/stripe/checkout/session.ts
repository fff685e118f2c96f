import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import { newId } from "../world/ids";

type Fields = {
  params: Stripe.Checkout.SessionCreateParams;
  publicUrl: string;
  created: number;
  expiresAt: number;
  amountCents: number;
  currency: string;
  email: string | null;
};

/** Returns an open session in payment mode with a hosted page. */
export function newSession({ params, publicUrl, created, ...fields }: Fields) {
  const id = newId("cs_test", 58);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: fields.amountCents,
    amount_total: fields.amountCents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: fields.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer ? null : "if_required",
    customer_details: fields.email === null ? null : customerDetails(fields.email),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: fields.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: invoiceCreation(params.invoice_creation),
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: metadataFrom(params.metadata),
    mode: "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card", "us_bank_account"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${publicUrl}/c/pay/${id}`,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}

function invoiceCreation(
  params: Stripe.Checkout.SessionCreateParams["invoice_creation"],
): Stripe.Checkout.Session.InvoiceCreation {
  return {
    enabled: params?.enabled ?? false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: params?.invoice_data?.description ?? null,
      footer: null,
      issuer: null,
      metadata: metadataFrom(params?.invoice_data?.metadata),
      rendering_options: null,
    },
  };
}

export function customerDetails(email: string) {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  } satisfies Stripe.Checkout.Session.CustomerDetails;
}
