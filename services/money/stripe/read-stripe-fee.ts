import { microsFromCents } from "@fairclick/core/amounts";
import type { StripeFee } from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";

const MAX_MEMO = 200;

/** Balance transactions that are fees as a whole, such as Connect's for accounts and payouts. */
const feeTypes: readonly string[] = ["stripe_fee", "stripe_fx_fee", "tax_fee"];

export function isFee({ type }: Stripe.BalanceTransaction): boolean {
  return feeTypes.includes(type);
}

/**
 * Returns what a balance transaction cost the platform: Stripe takes a fee together with an amount,
 * or by itself. Null if it cost nothing.
 */
export function readStripeFee(transaction: Stripe.BalanceTransaction): StripeFee | null {
  const { id, amount, fee, type, source, description } = transaction;
  const micros = microsFromCents(isFee(transaction) ? fee - amount : fee);
  if (micros === 0n) return null;
  const sourceId = typeof source === "string" ? source : source?.id;
  const what = isFee(transaction) ? (description ?? type) : `${type} ${sourceId ?? ""}`;
  const memo = `Stripe's fee: ${what}`.slice(0, MAX_MEMO).replaceAll(/[^ -~]/g, "?");
  return { id, micros, memo };
}
