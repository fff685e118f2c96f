import type Stripe from "stripe";
import { newId } from "../world/ids";

/** Stripe's test banks. Payouts to the last two fail with the failure code in their name. */
export const testBanks = {
  works: { last4: "6789", failure: null },
  account_closed: { last4: "1113", failure: "account_closed" },
  no_account: { last4: "1116", failure: "no_account" },
} as const;

export type TestBankName = keyof typeof testBanks;

export function isTestBankName(name: unknown): name is TestBankName {
  return typeof name === "string" && Object.hasOwn(testBanks, name);
}

/**
 * Accounts with the same `number` have the same fingerprint, as at Stripe; without a number each has
 * its own.
 */
export function newBankAccount(account: Stripe.Account, bank: TestBankName, number = account.id) {
  return {
    id: newId("ba"),
    object: "bank_account",
    account: account.id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ["standard"],
    bank_name: "STRIPE TEST BANK",
    country: account.country ?? "US",
    currency: account.default_currency ?? "usd",
    default_for_currency: true,
    fingerprint: `standin${testBanks[bank].last4}${number}`,
    last4: testBanks[bank].last4,
    metadata: {},
    routing_number: "110000000",
    status: "new",
  } satisfies Stripe.BankAccount;
}

/** Returns the bank account that payouts go to, or null if the account has none. */
export function findBankAccount(account: Stripe.Account): Stripe.BankAccount | null {
  const [bank] = account.external_accounts?.data ?? [];
  return bank?.object === "bank_account" ? bank : null;
}
