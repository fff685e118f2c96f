import { createDateFormat } from "./create-date-format";

const day = createDateFormat("en-US", { dateStyle: "medium" });
const moment = createDateFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** A calendar day in the viewer's own zone. */
export function formatDay(iso: string): string {
  return day(new Date(iso));
}

const calendarDay = createDateFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A day as it is written, `2026-11-21` or its first moment in UTC, wherever it is read. */
export function formatCalendarDay(iso: string): string {
  return calendarDay(new Date(iso));
}

export function formatMoment(iso: string): string {
  return moment(new Date(iso));
}

const time = createDateFormat("en-GB", { timeStyle: "medium" });
const dayOfYear = createDateFormat("en-US", { month: "short", day: "numeric" });

/** A time of day to the second in the viewer's own zone, with as much of its date as `now` needs. */
export function formatTime(iso: string, now: Date): string {
  const at = new Date(iso);
  const clock = time(at);
  if (at.toDateString() === now.toDateString()) return clock;
  const date = at.getFullYear() === now.getFullYear() ? dayOfYear : day;
  return `${date(at)}, ${clock}`;
}
