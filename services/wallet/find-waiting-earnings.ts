import type { UserId } from "@fairclick/core/ids";
import type { Queryable } from "@fairclick/sql/client";
import { sumEarnedAfter } from "@fairclick/sql/wallet";

const HOUR_MS = 60 * 60 * 1_000;

/** As the configuration has it. */
export type EarningsHold = { earningsHoldHours: number };

type Earnings = { userId: UserId; balanceMicros: bigint } & EarningsHold;

/**
 * How much of an earnings balance is too young to be withdrawn. Earnings are as old as the ledger
 * transaction that paid them, and can be withdrawn from the moment on at which they reach the age;
 * what was withdrawn or reversed otherwise came off the older ones.
 */
export async function findWaitingEarnings(
  db: Queryable,
  now: Date,
  { userId, balanceMicros, earningsHoldHours }: Earnings,
): Promise<bigint> {
  if (earningsHoldHours === 0) return 0n;
  const after = new Date(now.getTime() - earningsHoldHours * HOUR_MS);
  const youngMicros = await sumEarnedAfter(db, { userId, after });
  return youngMicros < balanceMicros ? youngMicros : balanceMicros;
}
