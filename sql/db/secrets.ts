import { type Queryable, requireRow } from "./client";

/** Returns the secret with this name. Stores and returns `proposed` if there is none. */
export async function getOrCreateSecret(
  db: Queryable,
  name: string,
  proposed: Uint8Array,
): Promise<Uint8Array> {
  const inserted = await db`
    /* secrets.getOrCreateSecret */
    insert into secrets (name, value) values (${name}, ${proposed}) on conflict (name) do nothing`;
  if (inserted.count === 1) return proposed;
  const [row] = await db<{ value: Uint8Array }[]>`
    /* secrets.getSecret */
    select value from secrets where name = ${name}`;
  if (!row) throw new Error(`The secret ${name} was deleted`);
  return row.value;
}

/**
 * Returns the time of Postgres' clock. All processes compare stored times with it, so that their
 * own clocks need not agree.
 */
export async function readDatabaseTime(db: Queryable): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`
    /* databaseClock.readDatabaseTime */ select clock_timestamp() as now`;
  return requireRow(row, "the current time").now;
}

export type ClockDifference = {
  /** How far this machine's clock is from Postgres'; negative if it is behind. */
  aheadMs: number;
  /** The part of the difference that the round trip to Postgres cannot explain. */
  surelyApartMs: number;
};

export async function measureClockDifference(db: Queryable): Promise<ClockDifference> {
  const before = Date.now();
  const there = await readDatabaseTime(db);
  const after = Date.now();
  const aheadMs = (before + after) / 2 - there.getTime();
  return { aheadMs, surelyApartMs: Math.max(0, Math.abs(aheadMs) - (after - before) / 2) };
}
