import {
  defaultBudgetMicros,
  payoutMicrosFromRate,
} from "@fairclick/core/campaigns/campaign-rules";
import { MAX_AMOUNT_MICROS, microsFromDollars } from "@fairclick/core/money/micros";

export type Payout = { payoutMicros: bigint; budgetMicros: bigint };

/** Payout per click and budget of a typed rate per 1,000 clicks, or null if it is invalid. */
export function parsePayoutRate(rate: string): Payout | null {
  const rateMicros = microsFromDollars(rate);
  const payoutMicros = rateMicros === null ? null : payoutMicrosFromRate(rateMicros);
  if (payoutMicros === null) return null;
  const budgetMicros = defaultBudgetMicros(payoutMicros);
  return budgetMicros > MAX_AMOUNT_MICROS ? null : { payoutMicros, budgetMicros };
}
