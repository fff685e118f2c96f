import { MIN_DEPOSIT_CENTS } from "@fairclick/core/money/deposits";

/** Returns the least payment that covers the rest of a budget, in whole cents; 0 if none is needed. */
export function missingCents(budgetDollars: number, walletDollars: number): number {
  // Dollars have at most six decimals, so that whole micros are exact.
  const micros = Math.round(budgetDollars * 1e6) - Math.round(walletDollars * 1e6);
  return micros <= 0 ? 0 : Math.max(MIN_DEPOSIT_CENTS, Math.ceil(micros / 10_000));
}
