import { QUARTER_MS } from "./facts";

const DAY_MS = 86_400_000;

/** Clicks of these UTC days are judged, today among them. */
export const FINDING_SPAN_DAYS = 7;
/**
 * Whether a click brought a player is judged after this time: most players join within minutes, and
 * those who come later free their part of the money.
 */
const UNJUDGED_MS = QUARTER_MS;
/**
 * Share of honest creators that one judgement finds, by assumption. Judged every day of a month, at most
 * 0.5 % of them are found: the test plays it for three audiences.
 */
export const FALSE_ALARMS = 0.0003;
/**
 * A number of players explains as many clicks as bring so few in this share of honest cases. Of honest
 * creators, no more than this share have a cent waiting even if a rival makes their links look bad.
 */
export const UNLIKELY = 0.005;
/**
 * Below it a finding is certain: with 10,000 creators judged every day for a year, about four judgements
 * of honest ones would fall below it, and fewer creators, because the judged weeks overlap.
 */
export const CERTAIN = 1e-6;
/**
 * Assumed, not measured: the rates of honest creators, in one week of one campaign, differ by this
 * standard deviation of their logarithm. 95 % of them lie between a third and three times the median.
 */
export const PLAYER_SPREAD = 0.6;
/** With fewer players of the campaign's other creators, their rate is not known well enough. */
export const ENOUGH_OTHER_PLAYERS = 20;

/** What a creator's links in one campaign brought in a period. Only paid clicks count. */
export type BroughtPlayers = {
  clicks: number;
  paidMicros: bigint;
  /** Each counts once per campaign, for the click that brought them first. */
  players: number;
  /**
   * The campaign's other creators in the same time, without the one that raises their rate most:
   * somebody who plays with many accounts makes nobody else look bad.
   */
  others: {
    clicks: number;
    players: number;
    /** How many creators of equal size they are worth: (sum of clicks)² / sum of clicks². */
    creators: number;
  };
};

export type Judgement = {
  /**
   * How probable it is that an honest creator brings so few players; 1 if nothing can be compared. At
   * most `FALSE_ALARMS` if it makes a finding.
   */
  probability: number;
  /** As many players as an ordinary creator brings by as many clicks. */
  usualPlayers: number;
  /** Clicks beyond the largest number that the players explain. At zero, a finding ends. */
  unexplained: number;
  /** What these clicks were paid, by the mean price of the period. */
  waitingMicros: bigint;
};

/**
 * Compares the players of a creator with those of the campaigns' other creators: in each campaign, and
 * in all of them together, where each has too few clicks to tell. Returns a judgement per campaign.
 *
 * Only what no honest creator's players would explain is left over. Clicks that a rival adds are paid,
 * and at most as many of them are left over: what the creator earned before stays free.
 */
export function judgeCreator(campaigns: readonly BroughtPlayers[]): Judgement[] {
  const parts = campaigns.map(compare);
  const alone = parts.map((part) => (part ? explain([part]) : everything));
  const explained = parts.flatMap((part, at) =>
    part ? [{ ...part, at, expected: part.expected * (alone[at]?.share ?? 1) }] : [],
  );
  const together = explained.length > 1 ? explain(explained) : everything;
  const further = shareOut(explained, 1 - together.share);
  return campaigns.map(({ clicks, players, paidMicros, others }, at) => {
    const { share, probability } = alone[at] ?? everything;
    const excess = clicks * (1 - share) + (further.get(at) ?? 0);
    const unexplained = Math.max(0, Math.min(Math.floor(excess), clicks - players));
    return {
      probability: further.has(at) ? Math.min(probability, together.probability) : probability,
      usualPlayers: others.clicks > 0 ? Math.round((clicks * others.players) / others.clicks) : 0,
      unexplained,
      waitingMicros: clicks > 0 ? (paidMicros * BigInt(unexplained)) / BigInt(clicks) : 0n,
    };
  });
}

type Part = {
  players: number;
  /** As many players as the median creator brings by as many clicks. */
  expected: number;
  /** Standard deviation of the logarithm of an honest creator's rate, as far as the others tell it. */
  deviation: number;
  /** What one expected player takes. */
  each: { clicks: number; micros: number };
};

function compare({ clicks, paidMicros, players, others }: BroughtPlayers): Part | null {
  if (clicks === 0 || others.clicks === 0 || others.players < ENOUGH_OTHER_PLAYERS) return null;
  const creators = Math.max(1, others.creators);
  const spread2 = PLAYER_SPREAD ** 2;
  // The mean of many creators lies above their median.
  const bias = Math.exp((-spread2 / 2) * (1 - 1 / creators));
  const expected = (clicks * bias * others.players) / others.clicks;
  return {
    players,
    expected,
    deviation: Math.sqrt(spread2 * (1 + 1 / creators) + 1 / others.players),
    each: { clicks: clicks / expected, micros: Number(paidMicros) / expected },
  };
}

type Explained = { share: number; probability: number };
const everything: Explained = { share: 1, probability: 1 };

function explain(parts: readonly Part[]): Explained {
  const players = parts.reduce((sum, part) => sum + part.players, 0);
  const means = POINTS.map((z) =>
    parts.reduce((sum, part) => sum + part.expected * Math.exp(part.deviation * z), 0),
  );
  const expected = parts.reduce((sum, part) => sum + part.expected, 0);
  // Nobody with half of the expected players is found; this saves the sum for nearly all creators.
  const isLikely = (share: number) =>
    players * 2 > expected * share || fewPlayersProbability(players, means, share) > UNLIKELY;
  if (isLikely(1)) return everything;
  let [share, tooMuch] = [0, 1];
  for (let step = 0; step < 30; step += 1) {
    const middle = (share + tooMuch) / 2;
    if (isLikely(middle)) share = middle;
    else tooMuch = middle;
  }
  return { share, probability: fewPlayersProbability(players, means, 1) };
}

/**
 * Returns how many clicks of each campaign are left over if this share of all expected players is: only
 * of what each lacks, and first where an expected player costs least. A rival's clicks on one link then
 * keep no dearer ones waiting.
 */
function shareOut(parts: readonly (Part & { at: number })[], share: number): Map<number, number> {
  const taken = new Map<number, number>();
  let left = share * parts.reduce((sum, { expected }) => sum + expected, 0);
  for (const part of [...parts].sort((one, other) => one.each.micros - other.each.micros)) {
    const missing = Math.min(left, part.expected - part.players);
    if (missing <= 0) continue;
    taken.set(part.at, missing * part.each.clicks);
    left -= missing;
  }
  return taken;
}

/** Points at which the normal distribution is evaluated, in standard deviations. */
const POINTS = Array.from({ length: 101 }, (_, index) => -7.5 + index * 0.15);
const WEIGHTS = POINTS.map((z) => Math.exp((-z * z) / 2));
const WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/**
 * Returns how probable it is that this share of an honest creator's clicks brings at most as many players
 * as all of them did. `means` are the expected players at each of the points.
 *
 * Null hypothesis: the number of players is Poisson distributed, around what the median creator brings
 * times e^(dz), with the deviation d and one standard normal z for all campaigns of the creator. A creator
 * without people is found; one with half people is not, because honest ones differ as much.
 */
function fewPlayersProbability(players: number, means: readonly number[], share: number): number {
  const sum = means.reduce(
    (total, mean, index) => total + (WEIGHTS[index] ?? 0) * poissonLowerTail(players, mean * share),
    0,
  );
  return Math.min(1, sum / WEIGHT);
}

/** Returns the probability of at most `count` events. Begins with the largest term and ends with the smallest that counts. */
function poissonLowerTail(count: number, mean: number): number {
  if (mean <= 0) return 1;
  let term = Math.exp(count * Math.log(mean) - mean - logFactorial(count));
  let sum = 0;
  if (count < mean) {
    for (let k = count; k >= 0 && term > sum * 1e-12; k -= 1) {
      sum += term;
      term *= k / mean;
    }
    return Math.min(1, sum);
  }
  for (let k = count + 1; term > 0; k += 1) {
    term *= mean / k;
    if (term < sum * 1e-12) break;
    sum += term;
  }
  return Math.max(0, 1 - sum);
}

/** By Stirling's series; its error is below 1e-9 from 10 on. */
function logFactorial(count: number): number {
  let rest = 0;
  let n = count;
  for (; n < 10; n += 1) rest += Math.log(n + 1);
  return (
    n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3) - rest
  );
}

/** The time that a creator's links are judged over. */
export type FindingSpan = { from: Date; to: Date };

/** Returns the span to judge, in whole quarters of an hour. */
export function findFindingSpan(now: Date): FindingSpan {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const to = Math.floor((now.getTime() - UNJUDGED_MS) / QUARTER_MS) * QUARTER_MS;
  return { from: new Date(today - (FINDING_SPAN_DAYS - 1) * DAY_MS), to: new Date(to) };
}
