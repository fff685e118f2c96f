import { mixedLowerTail } from "./mixed-tail";

/** Assumed, not measured: honest links' rates differ by this standard deviation of their logarithm. */
export const CONVERSION_SPREAD = 0.5;
/** With fewer conversions on the campaign's other links their rate is not known well enough. */
export const ENOUGH_OTHER_CONVERSIONS = 20;

type Conversions = { clicks: number; conversions: number };

export type ComparedConversions = {
  link: Conversions;
  /** The campaign's other links together. */
  others: Conversions & {
    /** How many links of equal size they are worth: (sum of clicks)² / sum of clicks². */
    links: number;
  };
};

/**
 * Returns how probable it is that an honest link has as few conversions as this one; null if the
 * campaign's other links cannot tell.
 *
 * Null hypothesis: the link's rate is the campaign's, times e^(0.5 z) with a standard normal z. The
 * same spread of the other links, and the chance in their number, make the comparison wider. A link
 * without people is found; one with half people is not, because honest links differ as much.
 */
export function fewConversionsProbability({ link, others }: ComparedConversions): number | null {
  if (others.conversions < ENOUGH_OTHER_CONVERSIONS || others.clicks < 1) return null;
  const links = Math.max(1, others.links);
  const spread2 = CONVERSION_SPREAD ** 2;
  const deviation = Math.sqrt(spread2 * (1 + 1 / links) + 1 / others.conversions);
  // The mean of many links lies above their median, which z counts from.
  const bias = (spread2 / 2) * (1 - 1 / links);
  const rate = Math.log(others.conversions / others.clicks) - bias;
  return mixedLowerTail({
    successes: link.conversions,
    trials: link.clicks,
    probabilityAt: (z) => Math.exp(rate + deviation * z),
  });
}
