import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { viewersTimeZone } from "../ui/format/time-zone";

const DAY_MS = 86_400_000;
const lengths: Record<SeriesStep, number> = { day: 29 * DAY_MS, hour: 2 * DAY_MS };

/** Period of a chart: the last 30 days by day, or the last 2 days by hour, in the viewer's time zone. */
export function seriesWindow(step: SeriesStep, now: Date) {
  return windowSince(new Date(now.getTime() - lengths[step]), step, now);
}

export function windowSince(from: Date, step: SeriesStep, now: Date) {
  const timeZone = viewersTimeZone();
  return { from: from.toISOString(), to: now.toISOString(), step, timeZone };
}
