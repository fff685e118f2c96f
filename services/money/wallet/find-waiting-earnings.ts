import type { UserId } from "@fairclick/core/ids";
import type { Queryable } from "@fairclick/sql/db/client";
import { listEarnedAfter } from "@fairclick/sql/money/wallet";

const HOUR_MS = 60 * 60 * 1_000;
/** Longer holds are shown in days: a list of hundreds of hours is not useful. */
const MAX_HOURLY_HOLD = 48;

export type EarningsHold = { earningsHoldHours: number };

type Earnings = { userId: UserId; balanceMicros: bigint } & EarningsHold;

export type WaitingEarnings = {
  micros: bigint;
  /** Amounts with the time from which they can be withdrawn, earliest first. */
  parts: { at: Date; micros: bigint }[];
};

/**
 * Returns how much of the earnings is too young to be withdrawn. Earnings are as old as the
 * transaction that paid them; withdrawals and reversals come off the oldest first. Each part shows
 * the time of its youngest earnings, so that no money arrives later than shown.
 */
export async function findWaitingEarnings(
  db: Queryable,
  now: Date,
  { userId, balanceMicros, earningsHoldHours }: Earnings,
): Promise<WaitingEarnings> {
  if (earningsHoldHours === 0) return { micros: 0n, parts: [] };
  const holdMs = earningsHoldHours * HOUR_MS;
  const after = new Date(now.getTime() - holdMs);
  const by = earningsHoldHours <= MAX_HOURLY_HOLD ? "hour" : "day";
  const parts: WaitingEarnings["parts"] = [];
  let leftMicros = balanceMicros;
  for (const { lastAt, micros } of await listEarnedAfter(db, { userId, after, by })) {
    if (leftMicros === 0n) break;
    const restMicros = leftMicros > micros ? leftMicros - micros : 0n;
    parts.unshift({ at: new Date(lastAt.getTime() + holdMs), micros: leftMicros - restMicros });
    leftMicros = restMicros;
  }
  return { micros: balanceMicros - leftMicros, parts };
}
