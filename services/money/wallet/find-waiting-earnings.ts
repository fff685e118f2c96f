import type { UserId } from "@fairclick/core/ids";
import type { Queryable } from "@fairclick/sql/db/client";
import { listEarnedAfter } from "@fairclick/sql/money/wallet";

const HOUR_MS = 60 * 60 * 1_000;
/** Longer holds are told by days: a list of hundreds of hours helps nobody. */
const TOLD_BY_HOURS = 48;

/** As the configuration has it. */
export type EarningsHold = { earningsHoldHours: number };

type Earnings = { userId: UserId; balanceMicros: bigint } & EarningsHold;

export type WaitingEarnings = {
  micros: bigint;
  /** What can be withdrawn from when on, the earliest first. */
  parts: { at: Date; micros: bigint }[];
};

/**
 * How much of an earnings balance is too young to be withdrawn. Earnings are as old as the ledger
 * transaction that paid them, and can be withdrawn from the moment on at which they reach the age;
 * what was withdrawn or reversed otherwise came off the older ones. A part is told by the moment of
 * its youngest, so that nothing comes later than it was said to.
 */
export async function findWaitingEarnings(
  db: Queryable,
  now: Date,
  { userId, balanceMicros, earningsHoldHours }: Earnings,
): Promise<WaitingEarnings> {
  if (earningsHoldHours === 0) return { micros: 0n, parts: [] };
  const holdMs = earningsHoldHours * HOUR_MS;
  const after = new Date(now.getTime() - holdMs);
  const by = earningsHoldHours <= TOLD_BY_HOURS ? "hour" : "day";
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
