import { MAX_JOIN_MS } from "../../conversions/players";
import { QUARTER_MS } from "../facts";
import type { Signal } from "../signal";
import { type ComparedConversions, fewConversionsProbability } from "./too-few-conversions";
import { fewOnIpv4Probability } from "./too-few-on-ipv4";
import { manyNetworksProbability } from "./too-many-networks";

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
