import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Card } from "../../../ui/card";
import { OverTimeTable } from "./over-time-table";
import { StepColumns } from "./step-columns";

/** Impressions and conversions per step, as columns and as a table. */
export function OverTime({ series }: { series: SeriesResponse }) {
  const any = series.points.some((point) => point.impressions + point.conversions > 0);
  return (
    <Card title={t`Impressions and conversions over time`}>
      {any ? (
        <>
          <figure aria-label={t`Impressions and conversions over time`} className="grid gap-4">
            <StepColumns series={series} of="impressions" />
            <StepColumns series={series} of="conversions" />
          </figure>
          <p className="mt-3 text-soft text-sm">{t`A conversion counts on the day of its click.`}</p>
          <details className="mt-4">
            <summary className="min-h-11 py-2 font-semibold">{t`As a table`}</summary>
            <OverTimeTable series={series} />
          </details>
        </>
      ) : (
        <p className="text-soft">{t`No impressions or conversions in this period.`}</p>
      )}
    </Card>
  );
}
