import {
  formatDollars,
  formatExactDollars,
  MICROS_PER_CENT,
  microsFromDollars,
} from "@fairclick/core/amounts";
import type { ClickCounts } from "@fairclick/core/campaigns/campaign";
import { lastMoment } from "@fairclick/core/campaigns/estimates";
import type { SeriesStep } from "@fairclick/core/clicks/stats";
import { capitalize, currentLocale, formatCount, t } from "@fairclick/core/language/t";
import type { RefundSource } from "@fairclick/core/money/refunds";

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

/** The last day that a campaign pays, in the viewer's time zone. */
export function formatLastDay(endDate: string): string {
  return day(lastMoment(endDate));
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
export const formatClock = createDateFormat({ timeStyle: "short" }, CLOCK_24);

/** Converts an amount of a response to micros; debits are negative. Throws if it has more than six decimals. */
export function microsFromAmount(dollars: number): bigint {
  const micros = microsFromDollars(Math.abs(dollars));
  if (micros === null) throw new RangeError("A response contains an invalid amount");
  return dollars < 0 ? -micros : micros;
}

type Priced = { payoutPerClick: number; feePerClick: number };

/** What one valid click costs the developer, the fee included. */
export function microsPerClick({ payoutPerClick, feePerClick }: Priced): bigint {
  return microsFromAmount(payoutPerClick) + microsFromAmount(feePerClick);
}

export function clicksFor(dollars: number, campaign: Priced): number {
  return Number(microsFromAmount(dollars) / microsPerClick(campaign));
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

/** Rounds away the error of floating-point products in the last digits. */
export function thousandfold(dollars: number): number {
  return Math.round(dollars * 1_000_000) / 1_000;
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

const stepHour = createDateFormat({
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Label of a step by its start, in the viewer's time zone. */
export function formatStep(at: string, step: SeriesStep): string {
  return (step === "day" ? dayOfYear : stepHour)(new Date(at));
}

/** Formats a percentage: `36.67%`, or `N/A` if null. */
export function percent(of: number | null): string {
  return of === null ? t`N/A` : `${of}%`;
}

/** Share of valid clicks among those with a final verdict, or `–` without any. */
export function validShare(clicks: ClickCounts): string {
  const judged = clicks.total - clicks.pending - clicks.held;
  return judged > 0 ? `${Math.round((clicks.valid / judged) * 100)}%` : "–";
}

/** Describes how a sum differs from the previous one: `+20%`, `-5%`, `±0%`, or `new` if that was 0. */
export function compareSums(now: number, before: number): string {
  if (before === 0) return now === 0 ? "" : t`new`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "±0%";
  return `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))}%`;
}

/**
 * Returns typed dollars as the plain decimal that amounts are parsed from: `$1,000.50` becomes
 * `1000.50`. Commas have to group thousands, or one stands before the last one or two digits, as in
 * `1.000,50`. Any other text comes back trimmed, for the parser to refuse.
 */
export function plainDollars(text: string): string {
  const trimmed = text
    .trim()
    .replace(
      /^(\$? ?(?:\d{1,3}(?:\.\d{3}){1,4}|\d{0,15})),(\d{1,2})$/,
      (_, whole: string, cents: string) => [whole.replaceAll(".", ""), cents].join("."),
    );
  const match = /^\$? ?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(\.\d{0,9})?$|^\$? ?(\.\d{1,9})$/.exec(
    trimmed,
  );
  if (!match) return trimmed;
  const [, whole = "0", fraction = "", bare = ""] = match;
  const decimals = fraction === "." ? "" : fraction || bare;
  return whole.replaceAll(",", "") + decimals;
}

/** `To Visa ending in 4242, paid Nov 2, 2026` */
export function describeSource({ card, paidAt }: Pick<RefundSource, "card" | "paidAt">): string {
  const day = formatDay(paidAt);
  if (!card?.last4) return t`To how you paid on ${day}`;
  return card.brand
    ? t`To ${capitalize(card.brand)} ending in ${card.last4}, paid ${day}`
    : t`To card ending in ${card.last4}, paid ${day}`;
}

/** Makes the browser save `content` as a file with this name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
