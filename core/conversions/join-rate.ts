import { wilson } from "../clicks/rule-trials";

/** With fewer accepted clicks, a campaign's join rate is not compared. */
export const ENOUGH_RATED_CLICKS = 100;
/** A genre has a median from this many campaigns that report players. */
export const ENOUGH_RATED_CAMPAIGNS = 5;

/**
 * A campaign is far below its genre if even the upper bound of its join rate is under this share of
 * the median. Its game then reports too few of its players: its refused clicks say nothing in
 * favour of a rule and are left out of the rules' figures. Its creators lose nothing.
 */
export const FAR_BELOW_SHARE = 0.25;

/** Whether a campaign's join rate is far below `genreRate`; false if that is unknown. */
export function isFarBelow(
  { clicks, joined }: { clicks: number; joined: number },
  genreRate: number | null,
): boolean {
  if (genreRate === null || clicks < ENOUGH_RATED_CLICKS) return false;
  return wilson(joined, clicks).high < genreRate * FAR_BELOW_SHARE;
}

/** Returns the median; null for fewer than `ENOUGH_RATED_CAMPAIGNS` rates. */
export function medianRate(rates: readonly number[]): number | null {
  if (rates.length < ENOUGH_RATED_CAMPAIGNS) return null;
  const sorted = [...rates].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}
