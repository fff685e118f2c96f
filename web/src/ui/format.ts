import {
  formatDollars,
  formatExactDollars,
  MICROS_PER_CENT,
  microsFromDollars,
} from "@fairclick/core/amounts";
import { currentLocale } from "@fairclick/core/language/t";

/** Creates the format on first use: on a slow phone the first `Intl` format of a page takes 0.1 s. */
export function createDateFormat(
  options: Intl.DateTimeFormatOptions,
  locale = currentLocale(),
): (at: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(at);
  };
}

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

/** Converts an amount of a response to micros; debits are negative. Throws if it has more than six decimals. */
export function microsFromAmount(dollars: number): bigint {
  const micros = microsFromDollars(Math.abs(dollars));
  if (micros === null) throw new RangeError("A response contains an invalid amount");
  return dollars < 0 ? -micros : micros;
}

/** Formats with two decimals, or as many as the amount needs to be exact: `$15.00`, `-$0.0015`. */
export function exactDollars(dollars: number): string {
  return formatExactDollars(microsFromAmount(dollars));
}

/** Formats with two decimals, rounded down to the cent; below a cent exactly: `$4.57`, `$0.0015`. */
export function roundedDollars(dollars: number): string {
  const micros = microsFromAmount(dollars);
  return micros < MICROS_PER_CENT ? formatExactDollars(micros) : formatDollars(micros);
}

/** Formats like `exactDollars`, with a plus sign before amounts above zero. */
export function signedDollars(dollars: number): string {
  return dollars > 0 ? `+${exactDollars(dollars)}` : exactDollars(dollars);
}

/** Rounds towards zero to the cent, as withdrawals do. `rest` is true if a fraction of a cent remains. */
export function downToCents(dollars: number): { text: string; cents: number; rest: boolean } {
  const micros = microsFromAmount(dollars);
  return {
    text: formatDollars(micros),
    cents: Number(micros / MICROS_PER_CENT),
    rest: micros % MICROS_PER_CENT !== 0n,
  };
}
