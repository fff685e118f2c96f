import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { SeriesQuery, SeriesResponse } from "@fairclick/core/clicks/stats";
import type { Series } from "@fairclick/services/clicks/stats";

export function presentSeries(
  { judgedUpTo, points }: Series,
  { step, timeZone }: SeriesQuery,
): SeriesResponse {
  return {
    step,
    timeZone,
    judgedUpTo: judgedUpTo?.toISOString() ?? null,
    points: points.map(({ at, spentMicros, ...counts }) => ({
      at: at.toISOString(),
      valid: Number(counts.valid),
      invalid: Number(counts.invalid),
      held: Number(counts.held),
      unpaid: Number(counts.unpaid),
      pending: Number(counts.pending),
      spend: dollarsFromMicros(spentMicros),
      impressions: Number(counts.impressions),
      conversions: Number(counts.conversions),
    })),
  };
}
