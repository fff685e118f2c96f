import { t } from "../language/t";
import { formatExactDollars, MICROS_PER_DOLLAR } from "../money/micros";

export const MAX_GENRES = 3;
export const MAX_HASHTAGS = 10;
export const MAX_HASHTAG_SUGGESTIONS = 8;
export const RECOMMENDED_RATE_DOLLARS = 1.5;
/** A payout rate is the price of this many clicks. */
export const CLICKS_PER_RATE = 1_000n;
/** The default budget pays for this many clicks. */
export const CLICKS_PER_BUDGET = 10_000n;
/** Highest price of one click. */
export const MAX_PAYOUT_MICROS = 5n * MICROS_PER_DOLLAR;
/** A budget pays for at least this many clicks: one click costs at most 1% of it. */
export const MIN_BUDGET_CLICKS = 100n;

/** Maximum number of unfunded campaigns per user. */
export const MAX_UNFUNDED_CAMPAIGNS = 20;

/** How a campaign judges clicks from addresses that many people are known to share. */
export const clickRuleChoices = ["literal", "shared-aware"] as const;
export type ClickRules = (typeof clickRuleChoices)[number];

export const payoutTooHigh = () =>
  t`One click can cost at most ${formatExactDollars(MAX_PAYOUT_MICROS)}`;
export const budgetTooSmall = () =>
  t`The budget must pay for at least ${Number(MIN_BUDGET_CLICKS)} clicks`;

/** Returns the price of one click for a rate per 1,000 clicks. Null if it is not a positive whole number of micros. */
export function payoutMicrosFromRate(rateMicros: bigint): bigint | null {
  return rateMicros > 0n && rateMicros % CLICKS_PER_RATE === 0n
    ? rateMicros / CLICKS_PER_RATE
    : null;
}

/** Returns the default budget for the cost of a click: its price and the fee. */
export function defaultBudgetMicros(costMicros: bigint): bigint {
  return costMicros * CLICKS_PER_BUDGET;
}

/** Returns up to eight hashtags: the title's words of more than three letters, the genres, and three fixed ones. */
export function suggestHashtags(title: string, chosenGenres: readonly string[]): string[] {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const tags = [...words, ...chosenGenres].map((word) => `#${word}`);
  const unique = new Map(
    [...tags, "#Roblox", "#Gaming", "#RobloxGame"].map((tag) => [tag.toLowerCase(), tag]),
  );
  return [...unique.values()].slice(0, MAX_HASHTAG_SUGGESTIONS);
}
