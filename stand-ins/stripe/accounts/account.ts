import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import { newId } from "../world/ids";
import { requireCountryCurrency } from "./countries";
import { dueBeforeOnboarding, requirements } from "./requirements";

/**
 * Returns a connected account that has submitted no details. Throws ApiError if Stripe opens no
 * accounts in its country.
 */
export function newAccount(params: Stripe.AccountCreateParams, created: number) {
  const id = newId("acct", 16);
  const country = params.country ?? "US";
  const { business_profile: profile, capabilities, settings } = params;
  return {
    id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: profile?.mcc ?? null,
      minority_owned_business_designation: null,
      name: profile?.name ?? null,
      product_description: profile?.product_description ?? null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: profile?.url ?? null,
    },
    business_type: params.business_type ?? null,
    capabilities: newCapabilities(capabilities),
    charges_enabled: false,
    controller: {
      fees: { payer: "application_express" },
      is_controller: true,
      losses: { payments: "application" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "express" },
      type: "application",
    },
    country,
    created,
    default_currency: requireCountryCurrency(country),
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: requirements([]),
    metadata: metadataFrom(params.metadata),
    payouts_enabled: false,
    requirements: requirements(dueBeforeOnboarding, "requirements.past_due"),
    settings: newSettings(settings?.payouts?.schedule),
    tos_acceptance: {
      date: null,
      ip: null,
      service_agreement: params.tos_acceptance?.service_agreement ?? "full",
      user_agent: null,
    },
    type: "express",
  } satisfies Stripe.Account;
}

/**
 * Requests the named capabilities, or both if the parameter is missing, as a platform's default
 * settings do.
 */
function newCapabilities(requested: Stripe.AccountCreateParams.Capabilities | undefined) {
  const { card_payments: cards, transfers } = requested ?? {
    card_payments: { requested: true },
    transfers: { requested: true },
  };
  return {
    ...(cards?.requested && { card_payments: "inactive" }),
    ...(transfers?.requested && { transfers: "inactive" }),
  } satisfies Stripe.Account.Capabilities;
}

function newSettings(schedule: Stripe.AccountCreateParams.Settings.Payouts.Schedule | undefined) {
  const { delay_days: delayDays, interval = "daily" } = schedule ?? {};
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: "Etc/UTC" },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: typeof delayDays === "number" ? delayDays : 2, interval },
      statement_descriptor: null,
    },
  } satisfies Stripe.Account.Settings;
}
