import type Stripe from "stripe";

type DisabledReason = Stripe.Account.Requirements.DisabledReason;

export const dueBeforeOnboarding = [
  "business_type",
  "external_account",
  "individual.dob.day",
  "individual.first_name",
  "individual.last_name",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

export const dueWhenRestricted = ["individual.verification.document"];

/**
 * Returns the requirements object with `due` as currently due. With a `disabledReason` they are
 * also past due, and the account is disabled until they are provided.
 */
export function requirements(due: string[], disabledReason: DisabledReason | null = null) {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: due,
    past_due: disabledReason === null ? [] : due,
    pending_verification: [],
  } satisfies Stripe.Account.Requirements;
}
