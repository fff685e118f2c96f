/** Where the people at the screens live: their hours begin in the middle of those of UTC. */
export const VIEWERS_ZONE = "Asia/Kolkata";

const isoDay = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: VIEWERS_ZONE });

/** Their calendar's day of a moment, as `2026-11-22`. */
export function viewersDay(at: Date): string {
  return isoDay.format(at);
}
