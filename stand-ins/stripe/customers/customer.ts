import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import { newId } from "../world/ids";

export function newCustomer(params: Stripe.CustomerCreateParams, created: number) {
  return {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId("", 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: metadataFrom(params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  } satisfies Stripe.Customer;
}
