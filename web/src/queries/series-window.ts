import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { viewersTimeZone } from "../ui/format/time-zone";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const lengths: Record<SeriesStep, number> = { day: 29 * DAY_MS, hour: 2 * DAY_MS };

/**
 * Period of a chart: the last 30 days by day, or the last 2 days by hour, in the viewer's time zone.
 * Ends with the current step, so that its address stays the same until then.
 */
export function seriesWindow(step: SeriesStep, now: Date) {
  return windowSince(new Date(now.getTime() - lengths[step]), step, now);
}

export function windowSince(from: Date, step: SeriesStep, now: Date) {
  const timeZone = viewersTimeZone();
  const to = startOfStep(now, step, 1).toISOString();
  return { from: startOfStep(from, step).toISOString(), to, step, timeZone };
}

/** Start of the step `later` steps after the one that contains `at`. */
function startOfStep(at: Date, step: SeriesStep, later = 0): Date {
  if (step === "day") return new Date(at.getFullYear(), at.getMonth(), at.getDate() + later);
  const intoHour = at.getMinutes() * 60_000 + at.getSeconds() * 1_000 + at.getMilliseconds();
  return new Date(at.getTime() - intoHour + later * HOUR_MS);
}
