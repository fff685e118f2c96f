const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The player arrived in the game. Every campaign has this event. */
export const JOINED = "joined";
/** A player came back. Games report every return; we determine its retention day. */
export const RETURNED = "returned";

export const retentionDays = [1, 7] as const;
export type RetentionDay = (typeof retentionDays)[number];

export const returnEvents = { 1: "returned_day_1", 7: "returned_day_7" } as const satisfies Record<
  RetentionDay,
  string
>;

/** Event names that developers cannot use. */
export const builtInEvents: readonly string[] = [JOINED, RETURNED, ...Object.values(returnEvents)];

export const MAX_OWN_EVENTS = 20;
export const eventNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Returns the retention day of a return, or null if it falls on none. Day n is the 24 hours that begin
 * n days after the click.
 */
export function findRetentionDay(clickedAt: Date, at: Date): RetentionDay | null {
  const day = Math.floor((at.getTime() - clickedAt.getTime()) / DAY_MS);
  return retentionDays.find((each) => each === day) ?? null;
}

/** Returns the last UTC day (`2026-01-31`) on which all clicks have completed this retention day. */
export function lastCompleteDay(retentionDay: RetentionDay, now: Date): string {
  return new Date(now.getTime() - (retentionDay + 2) * DAY_MS).toISOString().slice(0, 10);
}
