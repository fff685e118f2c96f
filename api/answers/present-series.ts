import { dollarsFromMicros } from "@fairclick/core/money";
import type { SeriesQuery, SeriesResponse } from "@fairclick/core/schemas/stats-series";
import type { Series } from "@fairclick/services/stats/read-series";

export function presentSeries(
  { judgedUpTo, points }: Series,
  { step, timeZone }: SeriesQuery,
): SeriesResponse {
  return {
    step,
    timeZone,
    judgedUpTo: judgedUpTo?.toISOString() ?? null,
    points: points.map(({ at, paidMicros, ...counts }) => ({
      at: at.toISOString(),
      valid: Number(counts.valid),
      invalid: Number(counts.invalid),
      held: Number(counts.held),
      unpaid: Number(counts.unpaid),
      pending: Number(counts.pending),
      spend: dollarsFromMicros(paidMicros),
      impressions: Number(counts.impressions),
      conversions: Number(counts.conversions),
    })),
  };
}
