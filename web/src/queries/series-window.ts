import type { SeriesStep } from "@fairclick/core/clicks/stats";

const HOUR_MS = 3_600_000;
/** Max length of a chart (days), a little less than the server keeps statistics. */
const LONGEST_DAYS = 399;

/** Time ranges of charts: hours of two days, or whole days. `all` begins with the campaign or link. */
export const ranges = ["2d", "7d", "30d", "90d", "all"] as const;
export type Range = (typeof ranges)[number];
export const DEFAULT_RANGE: Range = "30d";

/** Returns the range named in an address; the default if it names none or an unknown one. */
export function parseRange(text: unknown): Range {
  return ranges.find((each) => each === text) ?? DEFAULT_RANGE;
}

const rangeDays: Record<Exclude<Range, "all">, number> = {
  "2d": 2,
  "7d": 7,
  "30d": 30,
  "90d": 90,
};

/** `begin` is when the campaign or link began: a chart shows nothing before it. */
export type Period = { range: Range; begin: string };

/**
 * Returns the period of a chart in the viewer's time zone. It ends with the current hour or day, so that the
 * address of its figures stays the same until then.
 */
export function seriesWindow({ range, begin }: Period, now: Date) {
  const step: SeriesStep = range === "2d" ? "hour" : "day";
  const days = range === "all" ? LONGEST_DAYS : rangeDays[range];
  const longest = startOfStep(now, step, range === "2d" ? -48 : 1 - days);
  const first = Date.parse(begin) > now.getTime() ? now : new Date(begin);
  return {
    from: startOfStep(first > longest ? first : longest, step).toISOString(),
    to: startOfStep(now, step, 1).toISOString(),
    step,
    timeZone: viewersTimeZone(),
  };
}

/** Returns the start of the step that contains `at`, moved by `later` steps. */
function startOfStep(at: Date, step: SeriesStep, later = 0): Date {
  if (step === "day") return new Date(at.getFullYear(), at.getMonth(), at.getDate() + later);
  const intoHour = at.getMinutes() * 60_000 + at.getSeconds() * 1_000 + at.getMilliseconds();
  return new Date(at.getTime() - intoHour + later * HOUR_MS);
}

export function viewersTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
