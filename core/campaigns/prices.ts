import { formatExactDollars } from "../amounts";
import { t } from "../language/t";
import { costAt, type Price } from "./status";

/** A lower price is announced to creators this long before it begins. */
export const NOTICE_HOURS = 24;

export type PriceChange = {
  /** All prices of the campaign, sorted by time, also one that has not begun. */
  prices: readonly Price[];
  payoutMicros: bigint;
  /** When the price is to begin; null for as soon as possible. Times in ms since 1970. */
  startsAt: number | null;
  endsAt: number;
  now: number;
};

export type DecidedChange = { ok: true; startsAt: number } | { ok: false; message: string };

/**
 * Decides when a price begins: a higher one now, a lower one after the notice. Clicks made before keep
 * their price. A campaign has at most one price that has not begun.
 */
export function decidePriceChange(change: PriceChange): DecidedChange {
  const { prices, payoutMicros, startsAt, endsAt, now } = change;
  if (prices.some(({ from }) => from > now)) {
    return refuse(t`A change of the price is announced already: withdraw it first`);
  }
  const { priceMicros: current } = costAt({ prices }, now);
  if (payoutMicros === current) {
    return refuse(t`A click pays ${formatExactDollars(current)} already`);
  }
  if (payoutMicros > current) {
    return startsAt === null
      ? { ok: true, startsAt: now }
      : refuse(t`A higher price begins at once: leave the start out`);
  }
  const earliest = now + NOTICE_HOURS * 3_600_000;
  const start = startsAt ?? earliest;
  if (start < earliest) {
    return refuse(t`A lower price can begin ${NOTICE_HOURS} hours from now at the earliest`);
  }
  return start < endsAt
    ? { ok: true, startsAt: start }
    : refuse(t`The campaign ends before the lower price would begin`);
}

/**
 * Returns until when (ms since 1970) neither a pause nor a lower limit may take back a price that
 * began lately; null if there is none. A price is cut with notice only.
 */
export function priceHeldUntil(prices: readonly Price[], now: number): number | null {
  const current = prices.findLast(({ from }) => from <= now);
  if (!current) return null;
  const until = current.from + NOTICE_HOURS * 3_600_000;
  return until > now ? until : null;
}

function refuse(message: string): DecidedChange {
  return { ok: false, message };
}

const WHOLE = 10_000n;

/**
 * Returns the platform's fee for a paid click, rounded up to a whole micro. `basisPoints`: the campaign's share,
 * in hundredths of a percent. As click_fee in sql/schema.sql.
 */
export function clickFee(basisPoints: number, payoutMicros: bigint): bigint {
  return (payoutMicros * BigInt(basisPoints) + WHOLE - 1n) / WHOLE;
}

export function describeFee(basisPoints: number): string {
  if (basisPoints === 0) return t`Fairclick takes no fee.`;
  return t`Fairclick's fee is ${basisPoints / 100}% of what a click pays its creator. The developer pays it on top, for paid clicks only; the percentage is fixed when a campaign is created.`;
}

/** Limits on what a campaign spends; null means no limit. */
export type SpendingLimits = {
  /** Micros that the clicks of one UTC day can claim from the budget. */
  dailyCapMicros: bigint | null;
  /** Micros that the clicks of one creator can claim. */
  creatorCapMicros: bigint | null;
};

export const capTooSmall = () => t`A limit must pay for at least one click`;

export const reachedLimits = ["daily_cap", "creator_cap"] as const;
export type ReachedLimit = (typeof reachedLimits)[number];

/** Says to creators why a campaign does not pay for clicks now. */
export function describeUnpaid(because: ReachedLimit | "paused" | "exhausted"): string {
  switch (because) {
    case "paused":
      return t`The campaign is paused.`;
    case "exhausted":
      return t`Its budget is spent.`;
    case "daily_cap":
      return t`Its limit for today is reached. Clicks from 00:00 UTC on are paid again.`;
    case "creator_cap":
      return t`Your clicks have reached its limit per creator.`;
  }
}

/** Describes the limits to developers and creators, one sentence each; empty without limits. */
export function describeLimits(limits: SpendingLimits): string[] {
  const { dailyCapMicros, creatorCapMicros } = limits;
  return [
    ...(dailyCapMicros === null
      ? []
      : [t`The campaign spends at most ${formatExactDollars(dailyCapMicros)} per day (UTC).`]),
    ...(creatorCapMicros === null
      ? []
      : [t`It spends at most ${formatExactDollars(creatorCapMicros)} on one creator's clicks.`]),
  ];
}
