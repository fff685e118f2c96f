import { QUARTER_MS } from "./facts";
import type { Signal } from "./signal";

const DAY_MS = 86_400_000;

/** Links with at most this many paid clicks are not judged. */
export const ENOUGH_LINK_CLICKS = 200;
/** Paid clicks of these days are judged. */
export const LINK_DAYS = 7;
/** Max clicks per link to read addresses and networks of, the newest ones. */
export const MAX_LINK_CLICKS = 5_000;
/** Networks are counted over this many clicks: real audiences have more rare networks than assumed. */
export const NETWORK_CLICKS = 500;
/** Share of honest links that each test may find, at each judgement. */
export const FALSE_ALARMS = 0.005;
/**
 * A player who joins later did not come straight from the click. Otherwise the id of a refused
 * click could be kept and handed to a regular player of the game.
 */
export const MAX_JOIN_MS = 3_600_000;

type Conversions = { clicks: number; conversions: number };

export type LinkFacts = ComparedConversions & {
  ipv4: Conversions;
  ipv6: Conversions;
  /** The newest clicks from known networks. */
  known: { clicks: number; networks: number };
};

export const findingSignals = ["link_conversions", "link_ipv6", "link_networks"] as const;
export type FindingSignal = (typeof findingSignals)[number];
export type FindingEvidence = Signal & { signal: FindingSignal };

/**
 * Returns what speaks against a link, with its figures; empty if nothing does. Every test is one-sided
 * and finds at most `FALSE_ALARMS` of honest links (docs/decisions/021-links-judged-by-what-is-dear.md).
 */
export function judgeLink({ link, others, ipv4, ipv6, known }: LinkFacts): FindingEvidence[] {
  const found: FindingEvidence[] = [];
  const add = (signal: FindingSignal, probability: number | null, evidence: Signal["evidence"]) => {
    if (probability === null || probability > FALSE_ALARMS) return;
    found.push({ signal, evidence: { ...evidence, probability: round(probability) } });
  };
  if (isEnough(link.clicks)) {
    add("link_conversions", fewConversionsProbability({ link, others }), {
      clicks: link.clicks,
      joined: link.conversions,
      otherClicks: others.clicks,
      otherJoined: others.conversions,
    });
  }
  if (isEnough(ipv4.clicks + ipv6.clicks)) {
    add("link_ipv6", fewOnIpv4Probability({ ipv4, ipv6 }), {
      ipv4Clicks: ipv4.clicks,
      ipv4Joined: ipv4.conversions,
      ipv6Clicks: ipv6.clicks,
      ipv6Joined: ipv6.conversions,
    });
  }
  if (isEnough(known.clicks)) add("link_networks", manyNetworksProbability(known), { ...known });
  return found;
}

function isEnough(clicks: number): boolean {
  return clicks > ENOUGH_LINK_CLICKS;
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

type ComparedConversions = {
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
function fewConversionsProbability({ link, others }: ComparedConversions): number | null {
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

/**
 * Assumed, not measured: inside an honest link, the rates of IPv4 and IPv6 visitors differ by this
 * standard deviation of the logarithm of their ratio.
 */
export const FAMILY_SPREAD = 0.15;

/**
 * Returns how probable it is that so few of an honest link's conversions come from its IPv4 clicks.
 *
 * Null hypothesis: visitors of both kinds convert alike, but for the assumed spread. Given the sum of
 * the conversions, those of IPv4 are then binomial with the share of the IPv4 clicks; the exact
 * conditional distribution is narrower still. Needs no rate of the campaign: the farm's residential
 * proxies are IPv4, and the link's own IPv6 visitors are people.
 */
function fewOnIpv4Probability({ ipv4, ipv6 }: { ipv4: Conversions; ipv6: Conversions }): number {
  const odds = ipv4.clicks / ipv6.clicks;
  if (!Number.isFinite(odds)) return 1;
  return mixedLowerTail({
    successes: ipv4.conversions,
    trials: ipv4.conversions + ipv6.conversions,
    probabilityAt: (z) => 1 / (1 + 1 / (odds * Math.exp(FAMILY_SPREAD * z))),
  });
}

/**
 * Assumed, not measured: an honest link's visitors are spread over networks (autonomous systems) at
 * most as a Dirichlet distribution of this concentration is.
 */
export const NETWORK_CONCENTRATION = 40;

/**
 * Returns how probable it is that the clicks of an honest link come from at least this many networks.
 *
 * Null hypothesis: the shares of the networks are Dirichlet distributed with concentration 40 around
 * any shares. Most networks are seen if no network is shared in advance. Their number then is a sum of
 * independent events: click i + 1 comes from a new network with probability 40 / (40 + i) (Ewens'
 * sampling formula). Local and viral audiences have fewer networks and are never found.
 */
function manyNetworksProbability({
  clicks,
  networks,
}: {
  clicks: number;
  networks: number;
}): number {
  // below[k] is the probability of exactly k networks so far, for k below `networks`.
  const below = new Float64Array(networks);
  if (networks === 0) return 1;
  below[0] = 1;
  for (let seen = 0; seen < clicks; seen += 1) {
    const isNew = NETWORK_CONCENTRATION / (NETWORK_CONCENTRATION + seen);
    for (let k = networks - 1; k >= 0; k -= 1) {
      const stays = (below[k] ?? 0) * (1 - isNew);
      below[k] = stays + (k > 0 ? (below[k - 1] ?? 0) * isNew : 0);
    }
  }
  return Math.max(0, 1 - below.reduce((sum, probability) => sum + probability, 0));
}

/** `lapsed`: no operator decided in time, and the clicks were paid. */
export const findingStates = ["open", "cleared", "lapsed", "confirmed"] as const;
export type FindingState = (typeof findingStates)[number];
