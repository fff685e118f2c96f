import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { plural, t } from "@fairclick/core/language/t";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const RATE_DAYS = 7;

type Runway = { points: SeriesResponse["points"]; budgetLeft: number; now: Date };

/**
 * Days that the budget lasts at the rate of the last week, or since the first spend in it. Null if
 * nothing was spent, or if the first spend is less than an hour ago.
 */
export function runwayDays({ points, budgetLeft, now }: Runway): number | null {
  const week = points.slice(-RATE_DAYS);
  const begun = week.slice(
    Math.max(
      0,
      week.findIndex((point) => point.spend > 0),
    ),
  );
  const spend = begun.reduce((sum, point) => sum + point.spend, 0);
  const [first] = begun;
  if (!first || spend === 0) return null;
  const elapsedMs = now.getTime() - Date.parse(first.at);
  if (elapsedMs < HOUR_MS) return null;
  return budgetLeft / ((spend / elapsedMs) * DAY_MS);
}

/** The forecast, rounded because it is only an estimate. */
export function formatRunway(days: number | null): string {
  if (days === null) return t`N/A`;
  if (days < 1) return t`under a day`;
  if (days > 365) return t`over a year`;
  return t`about ${plural(Math.round(days), "# day", "# days")}`;
}
