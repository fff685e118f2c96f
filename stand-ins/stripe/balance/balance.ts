import type Stripe from "stripe";
import { all, type World } from "../world/world";

/**
 * Returns an account's balance, the sum of its balance transactions per currency. A null account is
 * the platform.
 */
export function computeBalance(world: World, account: string | null) {
  const transactions = all(world, "balance_transaction", account);
  return {
    object: "balance",
    available: columns(transactions, "available"),
    ...(account === null && { connect_reserved: [{ amount: 0, currency: "usd" }] }),
    livemode: false,
    pending: columns(transactions, "pending"),
  } satisfies Stripe.Balance;
}

export function availableCents(world: World, account: string | null, currency: string): number {
  return sumNet(all(world, "balance_transaction", account), "available", currency);
}

function columns(transactions: Stripe.BalanceTransaction[], status: string) {
  const currencies = new Set(["usd", ...transactions.map((each) => each.currency)]);
  return [...currencies].map((currency) => {
    const amount = sumNet(transactions, status, currency);
    return { amount, currency, source_types: { card: amount } };
  });
}

function sumNet(transactions: Stripe.BalanceTransaction[], status: string, currency: string) {
  return transactions
    .filter((each) => each.status === status && each.currency === currency)
    .reduce((sum, { net }) => sum + net, 0);
}
