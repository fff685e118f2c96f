import type Stripe from "stripe";
import { findBankAccount, testBanks } from "../accounts/bank-account";
import { invalidRequest } from "../api/api-error";
import { availableCents } from "../balance/balance";
import { book } from "../balance/balance-transaction";
import { recordEvent } from "../events/record-event";
import { find, get, now, put, schedule, type World } from "../world/world";
import { newPayout } from "./payout";
import { chargePayoutFees } from "./payout-fees";

/**
 * Starts a payout: pending, then in_transit, then paid. It can fail in each state and be cancelled
 * only while pending.
 */
export function startPayout(
  world: World,
  params: Stripe.PayoutCreateParams,
  to: { account: string | null; destination: string; automatic: boolean },
): Stripe.Payout {
  const { account, destination, automatic } = to;
  const payout = put(
    world,
    "payout",
    newPayout(params, { created: now(world), destination, automatic }),
    account,
  );
  payout.balance_transaction = bookPayout(world, payout, "payout", -payout.amount);
  if (account !== null) chargePayoutFees(world, payout, account);
  recordEvent(world, "payout.created", payout, { account });
  schedule(world, world.settings.delays.payoutSentMs, { kind: "send_payout", payout: payout.id });
  return payout;
}

export function sendPayout(world: World, id: string): void {
  const payout = get(world, "payout", id);
  if (payout.status !== "pending") return;
  change(world, payout, () => {
    payout.status = "in_transit";
  });
  schedule(world, world.settings.delays.payoutLandedMs, { kind: "land_payout", payout: id });
}

/** Pays a payout that is in transit, or fails it if the account's test bank is one that fails. */
export function landPayout(world: World, id: string): void {
  const payout = get(world, "payout", id);
  if (payout.status !== "in_transit") return;
  const failure = findBankFailure(world, payout);
  if (failure) {
    failPayout(world, payout, failure);
    return;
  }
  change(world, payout, () => {
    payout.status = "paid";
    payout.trace_id = { status: "supported", value: `STANDIN${payout.id.slice(-8)}` };
    if (payout.automatic) payout.reconciliation_status = "completed";
  });
  recordEvent(world, "payout.paid", payout, { account: payoutAccount(world, payout) });
}

/**
 * Fails a payout, paid ones included, and returns the money to its balance. Throws ApiError if it
 * already failed or was cancelled.
 */
export function failPayout(world: World, payout: Stripe.Payout, code: string): void {
  if (payout.status === "failed" || payout.status === "canceled") {
    throw invalidRequest(`Payout ${payout.id} is ${payout.status} already.`);
  }
  const account = payoutAccount(world, payout);
  payout.status = "failed";
  payout.failure_code = code;
  payout.failure_message = `The bank returned the payout (${code}).`;
  payout.failure_balance_transaction = bookPayout(world, payout, "payout_failure", payout.amount);
  recordEvent(world, "payout.failed", payout, { account });
  if (account !== null) markBankErrored(world, account);
}

export function cancelPayout(world: World, payout: Stripe.Payout): Stripe.Payout {
  if (payout.status !== "pending") {
    throw invalidRequest(
      "Payouts can only be canceled while they are pending. This payout is already on its way.",
      { code: "payout_not_cancelable" },
    );
  }
  payout.status = "canceled";
  bookPayout(world, payout, "payout_cancel", payout.amount);
  recordEvent(world, "payout.canceled", payout, { account: payoutAccount(world, payout) });
  return payout;
}

/**
 * Schedules an automatic payout after money arrived, unless the account's payout schedule is
 * manual.
 */
export function scheduleAutomaticPayout(world: World, account: string): void {
  const schedules = get(world, "account", account).settings?.payouts?.schedule;
  if (schedules?.interval === "manual") return;
  schedule(world, world.settings.delays.automaticPayoutMs, {
    kind: "pay_out_automatically",
    account,
  });
}

export function startAutomaticPayout(world: World, id: string): void {
  const account = find(world, "account", id);
  const bank = account && findBankAccount(account);
  const currency = account?.default_currency ?? "usd";
  const amount = availableCents(world, id, currency);
  if (!bank || !account.payouts_enabled || amount < 1) return;
  startPayout(world, { amount, currency }, { account: id, destination: bank.id, automatic: true });
}

function change(world: World, payout: Stripe.Payout, act: () => void): void {
  const before = structuredClone(payout);
  act();
  recordEvent(world, "payout.updated", payout, { account: payoutAccount(world, payout), before });
}

function payoutAccount(world: World, payout: Stripe.Payout): string | null {
  return world.state.objects.payout[payout.id]?.account ?? null;
}

function bookPayout(
  world: World,
  payout: Stripe.Payout,
  type: "payout" | "payout_failure" | "payout_cancel",
  amountCents: number,
): string {
  return book(world, {
    account: payoutAccount(world, payout),
    type,
    reportingCategory: type === "payout" ? "payout" : "payout_reversal",
    amountCents,
    currency: payout.currency,
    source: payout.id,
    description: payout.description,
  }).id;
}

function findBankFailure(world: World, payout: Stripe.Payout): string | null {
  const account = payoutAccount(world, payout);
  const bank = account && findBankAccount(get(world, "account", account));
  const tested = Object.values(testBanks).find((each) => bank && each.last4 === bank.last4);
  return tested?.failure ?? null;
}

function markBankErrored(world: World, account: string): void {
  const bank = findBankAccount(get(world, "account", account));
  if (!bank) return;
  const before = structuredClone(bank);
  bank.status = "errored";
  recordEvent(world, "account.external_account.updated", bank, { account, before });
}
