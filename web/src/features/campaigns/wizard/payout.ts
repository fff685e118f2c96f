import { MAX_AMOUNT_MICROS, microsFromDollars } from "@fairclick/core/amounts";
import {
  budgetTooSmall,
  defaultBudgetMicros,
  MIN_BUDGET_CLICKS,
  payoutMicrosFromRate,
} from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { plainDollars } from "../../../ui/typed-dollars";

/** Returns the price of one click for a typed rate per 1,000 clicks, or null if it is invalid. */
export function parsePayoutRate(rate: string): bigint | null {
  const rateMicros = microsFromDollars(plainDollars(rate));
  const payoutMicros = rateMicros === null ? null : payoutMicrosFromRate(rateMicros);
  if (payoutMicros === null) return null;
  return defaultBudgetMicros(payoutMicros) > MAX_AMOUNT_MICROS ? null : payoutMicros;
}

type Budget = { ok: true; micros: bigint } | { ok: false; message: string };

/** Parses a typed budget in dollars for the cost of a click; an empty text means the default. */
export function parseBudget(text: string, costMicros: bigint): Budget {
  if (text.trim() === "") return { ok: true, micros: defaultBudgetMicros(costMicros) };
  const micros = microsFromDollars(plainDollars(text));
  if (micros === null || micros <= 0n || micros > MAX_AMOUNT_MICROS) {
    return { ok: false, message: t`Valid budget is required` };
  }
  if (micros < costMicros * MIN_BUDGET_CLICKS) return { ok: false, message: budgetTooSmall() };
  return { ok: true, micros };
}
