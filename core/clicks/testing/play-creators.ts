import {
  type BroughtPlayers,
  FALSE_ALARMS,
  FINDING_SPAN_DAYS,
  type Judgement,
  judgeCreator,
} from "../link-findings";

/** A sequence of numbers from 0 to 1 that is the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Assumed, not measured. How often visitors of an audience become players, relative to the campaign's
 * usual rate; and the standard deviation of the logarithm of its creators' rates.
 */
export const playedAudiences = {
  local: { rate: 1, spread: 0.4 },
  "English-speaking": { rate: 1, spread: 0.5 },
  "world-wide": { rate: 0.7, spread: 0.5 },
} as const;
export type PlayedAudience = keyof typeof playedAudiences;

const DAYS = 30;
/** A creator's videos differ by this standard deviation of the logarithm of their rate. */
const VIDEO_SPREAD = 0.3;
const VIDEOS = 4;
const OTHERS = 10;
const OTHER_CLICKS = 2_000;
const PRICE = 1_500n;

type Played = {
  audience: PlayedAudience;
  /** Paid clicks of the month, over all campaigns. */
  clicks: number;
  /** Players per click that the campaign's creators bring, in the middle. */
  rate: number;
  /** How many campaigns the clicks are spread over; 1 by default. */
  campaigns?: number;
};

/**
 * Plays a month of an honest creator, judged at the end of each day. Returns whether a judgement found them.
 */
export function findsHonestCreator(random: () => number, played: Played): boolean {
  const { audience, clicks, rate, campaigns = 1 } = played;
  const own = rate * vary(random, playedAudiences[audience]);
  const months = Array.from({ length: campaigns }, () => ({
    days: playDays(random, { clicks: clicks / campaigns, rate: own }),
    others: playOthers(random, rate),
  }));
  for (let last = 0; last < DAYS; last += 1) {
    const judged = months.map(({ days, others }) => {
      const week = days.slice(Math.max(0, last + 1 - FINDING_SPAN_DAYS), last + 1);
      return { ...sum(week), others };
    });
    if (judgeCreator(judged).some(({ probability }) => probability <= FALSE_ALARMS)) return true;
  }
  return false;
}

/** Judges a farm that plays itself with `players` accounts, all within a week, and spreads over campaigns. */
export function judgeFarm(
  random: () => number,
  { clicks, players, rate, campaigns = 1 }: Omit<Played, "audience"> & { players: number },
): Judgement[] {
  return judgeCreator(
    Array.from({ length: campaigns }, (_, at) => ({
      ...sum([{ clicks: Math.round(clicks / campaigns), players: at === 0 ? players : 0 }]),
      others: playOthers(random, rate),
    })),
  );
}

type Counts = { clicks: number; players: number };

function sum(days: readonly Counts[]): Omit<BroughtPlayers, "others"> {
  const clicks = days.reduce((all, day) => all + day.clicks, 0);
  const players = days.reduce((all, day) => all + day.players, 0);
  return { clicks, players, paidMicros: PRICE * BigInt(clicks) };
}

/** Each video begins on some day, and every further day brings half of its remaining clicks. */
function playDays(
  random: () => number,
  { clicks, rate }: Pick<Played, "clicks" | "rate">,
): Counts[] {
  const days = Array.from({ length: DAYS }, () => ({ clicks: 0, players: 0 }));
  for (let video = 0; video < VIDEOS; video += 1) {
    const joins = rate * vary(random, { rate: 1, spread: VIDEO_SPREAD });
    let left = clicks / VIDEOS;
    for (const day of days.slice(Math.floor(random() * (DAYS - 2)))) {
      const visits = Math.min(Math.ceil(left / 2), Math.ceil(left));
      left -= visits;
      day.clicks += visits;
      day.players += Math.min(visits, drawPoisson(random, visits * Math.min(1, joins)));
      if (left < 1) break;
    }
  }
  return days;
}

/** The campaign's other creators have any of the audiences. */
function playOthers(random: () => number, rate: number): BroughtPlayers["others"] {
  const audiences = Object.values(playedAudiences);
  let players = 0;
  for (let other = 0; other < OTHERS; other += 1) {
    const audience = audiences[Math.floor(random() * audiences.length)] ?? audiences[0];
    const joins = Math.min(1, rate * vary(random, audience ?? playedAudiences.local));
    players += drawPoisson(random, OTHER_CLICKS * joins);
  }
  return { clicks: OTHERS * OTHER_CLICKS, players, creators: OTHERS };
}

function vary(random: () => number, { rate, spread }: { rate: number; spread: number }): number {
  return rate * Math.exp(spread * drawNormal(random));
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function drawPoisson(random: () => number, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(random)));
  let count = -1;
  for (let left = 1; left > Math.exp(-mean); left *= random()) count += 1;
  return count;
}
