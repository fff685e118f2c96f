import type Stripe from "stripe";

/** Returns the account's requested capabilities as `capability` objects. */
export function listCapabilities(account: Stripe.Account) {
  return (["card_payments", "transfers"] as const).flatMap((id) => {
    const status = account.capabilities?.[id];
    return status ? [newCapability(account, id, status)] : [];
  });
}

function newCapability(
  account: Stripe.Account,
  id: string,
  status: Stripe.Account.Capabilities.Transfers,
) {
  const due = account.requirements?.currently_due ?? [];
  return {
    id,
    object: "capability",
    account: account.id,
    requested: true,
    requested_at: account.created ?? null,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: [...due],
      disabled_reason: status === "active" ? null : "requirements.fields_needed",
      errors: [],
      eventually_due: [...due],
      past_due: status === "active" ? [] : [...due],
      pending_verification: [],
    },
    status,
  } satisfies Stripe.Capability;
}
