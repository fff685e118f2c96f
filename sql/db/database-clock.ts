import type { Queryable } from "./client";
import { requireRow } from "./require-row";

/** Postgres' clock. All processes compare stored times with this one, so that none runs ahead of the others. */
export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`
    /* databaseClock.readDatabaseTime */ select clock_timestamp() as now`;
  return requireRow(row, "the current time").now;
}

export type ClockDifference = {
  /** How far this machine's clock is from Postgres'; negative if it is behind. */
  aheadMs: number;
  /** The least difference there must be: the round trip to Postgres may explain the rest. */
  surelyApartMs: number;
};

export async function measureClockDifference(db: Queryable): Promise<ClockDifference> {
  const before = Date.now();
  const there = await readDatabaseTime(db);
  const after = Date.now();
  const aheadMs = (before + after) / 2 - there.getTime();
  return { aheadMs, surelyApartMs: Math.max(0, Math.abs(aheadMs) - (after - before) / 2) };
}
