import type Stripe from "stripe";
import { metadataFrom } from "../api/metadata";
import type { World } from "../world/world";
import { change } from "./change-account";

/** Updates the fields that a platform may change on an Express account, and records the events. */
export function updateAccount(
  world: World,
  account: Stripe.Account,
  params: Stripe.AccountUpdateParams,
): Stripe.Account {
  const metadata = metadataFrom(params.metadata, account.metadata ?? {});
  change(world, account, () => {
    account.metadata = metadata;
    if (params.email !== undefined) account.email = params.email;
    if (account.business_profile) Object.assign(account.business_profile, params.business_profile);
    requestCapabilities(account, params.capabilities);
    const schedule = account.settings?.payouts?.schedule;
    const { interval, delay_days: delayDays } = params.settings?.payouts?.schedule ?? {};
    if (schedule && interval) schedule.interval = interval;
    if (schedule && typeof delayDays === "number") schedule.delay_days = delayDays;
  });
  return account;
}

function requestCapabilities(
  account: Stripe.Account,
  changes: Stripe.AccountUpdateParams.Capabilities = {},
): void {
  const isReady = account.details_submitted && account.requirements?.disabled_reason === null;
  for (const name of ["card_payments", "transfers"] as const) {
    const requested = changes[name]?.requested;
    if (requested === undefined || !account.capabilities) continue;
    if (!requested) delete account.capabilities[name];
    else account.capabilities[name] ??= isReady ? "active" : "inactive";
  }
}
