import type { SeriesResponse } from "@fairclick/core/clicks/stats";

const HEADER = "day,valid,invalid,held,unpaid,pending,paid_usd,impressions,conversions";

/** CSV with one line per day, oldest first, in the viewer's time zone. */
export function daysCsv(points: SeriesResponse["points"]): string {
  const lines = points.map(({ at, valid, invalid, held, unpaid, pending, spend, ...seen }) =>
    [
      ...[localDay(new Date(at)), valid, invalid, held, unpaid, pending, spend],
      ...[seen.impressions, seen.conversions],
    ].join(","),
  );
  return `${[HEADER, ...lines].join("\r\n")}\r\n`;
}

function localDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
