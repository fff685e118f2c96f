const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The player has arrived in the game. Every campaign has this event. */
export const JOINED = "joined";
/** What a game reports whenever a player who came by a click comes back; which day it was is ours to say. */
export const RETURNED = "returned";

export const retentionDays = [1, 7] as const;
export type RetentionDay = (typeof retentionDays)[number];

export const returnEvents = { 1: "returned_day_1", 7: "returned_day_7" } as const satisfies Record<
  RetentionDay,
  string
>;

/** Names that no developer can give to an event. */
export const builtInEvents: readonly string[] = [JOINED, RETURNED, ...Object.values(returnEvents)];

export const MAX_OWN_EVENTS = 20;
export const eventNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

/** Which retention day a return falls on: the 24 hours that begin so many days after the click. */
export function retentionDayOf(clickedAt: Date, at: Date): RetentionDay | null {
  const day = Math.floor((at.getTime() - clickedAt.getTime()) / DAY_MS);
  return retentionDays.find((each) => each === day) ?? null;
}

/** The last UTC day whose clicks have all had the whole of that retention day to come back in. */
export function lastCompleteDay(retentionDay: RetentionDay, now: Date): string {
  return new Date(now.getTime() - (retentionDay + 2) * DAY_MS).toISOString().slice(0, 10);
}
