/** The viewers' time zone. Its hours begin in the middle of UTC hours. */
export const VIEWERS_ZONE = "Asia/Kolkata";

const isoDay = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: VIEWERS_ZONE });

/** Returns the viewers' calendar day of a moment, such as `2026-11-22`. */
export function viewersDay(at: Date): string {
  return isoDay.format(at);
}
