import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { ClicksChart, ClicksTable } from "./clicks-over-time";
import { Stamp } from "./stamp";

/** Clicks by verdict over time, as bars and as a table. */
export function ClicksFigure({ series }: { series: SeriesResponse }) {
  return (
    <>
      <figure aria-label={t`Clicks by verdict over time`}>
        <div className="h-64">
          <Bars series={series} />
        </div>
        <figcaption className="mt-3 flex flex-wrap gap-2 text-sm">
          <Stamp verdict="valid" />
          <Stamp verdict="invalid" />
          <Stamp verdict="held" />
          <Stamp verdict="unpaid" />
          <Stamp verdict="pending" />
        </figcaption>
      </figure>
      <details className="mt-4">
        <summary className="min-h-11 py-2 font-semibold">{t`As a table`}</summary>
        <ClicksTable series={series} />
      </details>
    </>
  );
}

function Bars({ series }: { series: SeriesResponse }) {
  const any = series.points.some(
    (point) => point.valid + point.invalid + point.held + point.unpaid + point.pending > 0,
  );
  if (!any) {
    return (
      <p className="grid h-full place-items-center border-2 border-rule border-dashed text-soft">
        {t`No clicks in this period.`}
      </p>
    );
  }
  return <ClicksChart series={series} />;
}
