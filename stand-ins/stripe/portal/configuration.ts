import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import { newId } from "../world/ids";

type Params = Stripe.BillingPortal.ConfigurationCreateParams;

/** Returns a portal configuration. Features without parameters are off. */
export function newConfiguration(params: Params, created: number) {
  const { features } = params;
  return {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: params.default_return_url || null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: features.invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: features.payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: {
        duration: { interval_options: [], type: "indefinite" },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: metadataFrom(params.metadata),
    name: params.name || null,
    updated: created,
  } satisfies Stripe.BillingPortal.Configuration;
}
