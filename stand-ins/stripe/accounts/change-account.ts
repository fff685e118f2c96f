import type Stripe from "stripe";
import { recordEvent } from "../events/record-event";
import { now, type World } from "../world/world";
import { findBankAccount, newBankAccount, type TestBankName } from "./bank-account";
import { listCapabilities } from "./capability";
import { dueWhenRestricted, requirements } from "./requirements";

/**
 * Completes onboarding: submits all details and activates transfers and payouts. Also lifts a
 * restriction.
 */
export function completeOnboarding(
  world: World,
  account: Stripe.Account,
  { bank = "works", number }: ChosenBank = {},
): void {
  change(world, account, () => {
    submitDetails(world, account, { bank, number });
    account.payouts_enabled = true;
    account.charges_enabled = account.capabilities?.card_payments !== undefined;
    setCapabilities(account, "active");
    account.requirements = requirements([]);
  });
}

/**
 * Restricts the account: a verification document is past due, and capabilities and payouts are off.
 */
export function restrictAccount(world: World, account: Stripe.Account): void {
  change(world, account, () => {
    submitDetails(world, account, { bank: "works" });
    account.payouts_enabled = false;
    account.charges_enabled = false;
    setCapabilities(account, "inactive");
    account.requirements = requirements(dueWhenRestricted, "requirements.past_due");
  });
}

/**
 * Revokes the platform's access. Every later call for the account fails with 403. Does nothing if
 * access is already revoked.
 */
export function deauthoriseAccount(world: World, account: Stripe.Account): void {
  if (world.state.deauthorised.includes(account.id)) return;
  world.state.deauthorised.push(account.id);
  const application = {
    id: "ca_FairclickStandInApplication",
    object: "application",
    name: "Fairclick",
  } satisfies Stripe.Application;
  recordEvent(world, "account.application.deauthorized", application, { account: account.id });
}

/**
 * Runs `act` and records `account.updated`, plus `capability.updated` for each capability with a
 * changed status.
 */
export function change(world: World, account: Stripe.Account, act: () => void): void {
  const before = structuredClone(account);
  const capabilitiesBefore = listCapabilities(account);
  act();
  for (const [index, capability] of listCapabilities(account).entries()) {
    const was = capabilitiesBefore[index];
    if (was && was.status !== capability.status) {
      recordEvent(world, "capability.updated", capability, { account: account.id, before: was });
    }
  }
  recordEvent(world, "account.updated", account, { account: account.id, before });
}

type ChosenBank = { bank?: TestBankName; number?: string | undefined };

function submitDetails(
  world: World,
  account: Stripe.Account,
  { bank: bankName = "works", number }: ChosenBank,
): void {
  account.details_submitted = true;
  account.business_type ??= "individual";
  account.tos_acceptance = {
    ...account.tos_acceptance,
    date: now(world),
    ip: "127.0.0.1",
    user_agent: null,
  };
  const before = findBankAccount(account);
  const bank = newBankAccount(account, bankName, number);
  if (before?.fingerprint === bank.fingerprint) return;
  if (account.external_accounts) account.external_accounts.data = [bank];
  if (before) {
    recordEvent(world, "account.external_account.deleted", before, { account: account.id });
  }
  recordEvent(world, "account.external_account.created", bank, { account: account.id });
}

function setCapabilities(account: Stripe.Account, status: "active" | "inactive"): void {
  for (const name of ["card_payments", "transfers"] as const) {
    if (account.capabilities?.[name]) account.capabilities[name] = status;
  }
}
