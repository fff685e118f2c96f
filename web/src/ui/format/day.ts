import { createDateFormat } from "./create-date-format";

const day = createDateFormat({ dateStyle: "medium" });
const moment = createDateFormat({ dateStyle: "medium", timeStyle: "short" });

/** A calendar day in the viewer's time zone. */
export function formatDay(iso: string): string {
  return day(new Date(iso));
}

const calendarDay = createDateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** A calendar day (`2026-11-21`, or its start in UTC), the same in every time zone. */
export function formatCalendarDay(iso: string): string {
  return calendarDay(new Date(iso));
}

export function formatMoment(iso: string): string {
  return moment(new Date(iso));
}

/** Writes times with 24 hours: `14:03:22`. */
const CLOCK_24 = "en-GB";

const time = createDateFormat({ timeStyle: "medium" }, CLOCK_24);
const clock = createDateFormat({ timeStyle: "short" }, CLOCK_24);
const dayOfYear = createDateFormat({ month: "short", day: "numeric" });

/** A time to the second in the viewer's time zone; with its date unless it is today, and its year unless it is this one. */
export function formatTime(iso: string, now: Date): string {
  const at = new Date(iso);
  const clock = time(at);
  if (at.toDateString() === now.toDateString()) return clock;
  const date = at.getFullYear() === now.getFullYear() ? dayOfYear : day;
  return `${date(at)}, ${clock}`;
}

/** Hours and minutes in the viewer's time zone: `14:03`. */
export function formatClock(at: Date): string {
  return clock(at);
}
