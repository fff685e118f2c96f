import { QUARTER_MS } from "./facts";
import type { Signal } from "./signal";

const DAY_MS = 86_400_000;

/** Links with at most this many paid clicks are not judged. */
export const ENOUGH_LINK_CLICKS = 200;
/** Paid clicks of these days are judged. */
export const LINK_DAYS = 7;
/** Share of honest links that a judgement may find. */
export const FALSE_ALARMS = 0.005;
/**
 * A player who joins later did not come straight from the click. Otherwise the id of a refused
 * click could be kept and handed to a regular player of the game.
 */
export const MAX_JOIN_MS = 3_600_000;

type Conversions = { clicks: number; conversions: number };

export type LinkFacts = {
  link: Conversions;
  /** The campaign's other links together. */
  others: Conversions & {
    /** How many links of equal size they are worth: (sum of clicks)² / sum of clicks². */
    links: number;
  };
};

export const findingSignals = ["link_conversions"] as const;
export type FindingSignal = (typeof findingSignals)[number];
export type FindingEvidence = { signal: FindingSignal; evidence: Signal["evidence"] };

/**
 * Returns what speaks against a link, with its figures; empty if nothing does. The test is one-sided and
 * finds at most `FALSE_ALARMS` of honest links (docs/decisions/021-links-judged-by-what-is-dear.md).
 */
export function judgeLink({ link, others }: LinkFacts): FindingEvidence[] {
  if (link.clicks <= ENOUGH_LINK_CLICKS) return [];
  const probability = fewConversionsProbability({ link, others });
  if (probability === null || probability > FALSE_ALARMS) return [];
  const evidence = {
    clicks: link.clicks,
    joined: link.conversions,
    otherClicks: others.clicks,
    otherJoined: others.conversions,
    probability: round(probability),
  };
  return [{ signal: "link_conversions", evidence }];
}

/** Keeps two digits that say something: 0.00000012. */
function round(probability: number): number {
  return Number(probability.toPrecision(2));
}

/** The time over which links are judged, in whole quarters of an hour. */
export type LinkSpan = {
  from: Date;
  /** Clicks from then on may still become conversions. */
  to: Date;
};

/** Returns the span to judge a link over: the last days, without what an operator has seen before. */
export function findLinkSpan(now: Date, decidedAt: Date | null): LinkSpan {
  const from = Math.max(now.getTime() - LINK_DAYS * DAY_MS, decidedAt?.getTime() ?? 0);
  return {
    from: new Date(Math.ceil(from / QUARTER_MS) * QUARTER_MS),
    to: new Date(Math.floor((now.getTime() - MAX_JOIN_MS) / QUARTER_MS) * QUARTER_MS),
  };
}

/**
 * A finding that no operator decides about within these days ends in the creator's favour: it may
 * rest on what a developer did not report.
 */
export const FINDING_DAYS = 6;

/** Points at which the normal distribution is evaluated, in standard deviations. */
const POINTS = Array.from({ length: 81 }, (_, index) => -6 + index * 0.15);
const WEIGHTS = POINTS.map((z) => Math.exp((-z * z) / 2));
const WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

type Tail = {
  successes: number;
  trials: number;
  /** Returns the probability of a success for a link that lies `z` standard deviations off. */
  probabilityAt: (z: number) => number;
};

/**
 * Returns the probability of at most this many successes if the probability itself differs between
 * links: a binomial distribution with a probability that depends on a standard normal variable. Exact for
 * small numbers.
 */
function mixedLowerTail({ successes, trials, probabilityAt }: Tail): number {
  const sum = POINTS.reduce((total, z, index) => {
    const tail = binomialLowerTail(successes, trials, Math.min(1, probabilityAt(z)));
    return total + (WEIGHTS[index] ?? 0) * tail;
  }, 0);
  return Math.min(1, sum / WEIGHT);
}

/** Sums logarithms, because the first terms are too small for a number. */
function binomialLowerTail(successes: number, trials: number, probability: number): number {
  if (successes >= trials || probability <= 0) return 1;
  if (probability >= 1) return 0;
  const logOdds = Math.log(probability) - Math.log1p(-probability);
  let logTerm = trials * Math.log1p(-probability);
  let sum = Math.exp(logTerm);
  for (let count = 1; count <= successes; count += 1) {
    logTerm += Math.log((trials - count + 1) / count) + logOdds;
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

/** Assumed, not measured: honest links' rates differ by this standard deviation of their logarithm. */
export const CONVERSION_SPREAD = 0.5;
/** With fewer conversions on the campaign's other links their rate is not known well enough. */
export const ENOUGH_OTHER_CONVERSIONS = 20;

/**
 * Returns how probable it is that an honest link has as few conversions as this one; null if the
 * campaign's other links cannot tell.
 *
 * Null hypothesis: the link's rate is the campaign's, times e^(0.5 z) with a standard normal z. The
 * same spread of the other links, and the chance in their number, make the comparison wider. A link
 * without people is found; one with half people is not, because honest links differ as much.
 */
function fewConversionsProbability({ link, others }: LinkFacts): number | null {
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

/** `lapsed`: no operator decided in time, and the clicks were paid. */
export const findingStates = ["open", "cleared", "lapsed", "confirmed"] as const;
export type FindingState = (typeof findingStates)[number];
