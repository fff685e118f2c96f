import type { ClickCounts } from "@fairclick/core/campaigns/campaign";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { ClicksChart, ClicksTable } from "./clicks-over-time";
import { Count, Line, Lines, Money, Total } from "./figures";
import { microsFromAmount } from "./format";
import { Stamp } from "./stamp";

type ClickLinesProps = {
  clicks: ClickCounts;
  payoutPerClick: number;
  total: { label: string; dollars: number };
};

/** Clicks by verdict, and the amount of the valid ones. */
export function ClickLines({ clicks, payoutPerClick, total }: ClickLinesProps) {
  return (
    <div>
      <Lines>
        <Line label={<Stamp verdict="valid" />}>
          <PaidClicks clicks={clicks.valid} perClick={payoutPerClick} dollars={total.dollars} />
        </Line>
        <Line label={<Stamp verdict="invalid" />}>
          <Count of={clicks.invalid} />
        </Line>
        {clicks.held > 0 ? (
          <Line label={<Stamp verdict="held" />}>
            <Count of={clicks.held} />
          </Line>
        ) : null}
        {clicks.unpaid > 0 ? (
          <Line label={<Stamp verdict="unpaid" />}>
            <Count of={clicks.unpaid} />
          </Line>
        ) : null}
        <Line label={<Stamp verdict="pending" />}>
          <Count of={clicks.pending} />
        </Line>
      </Lines>
      <dl>
        <Total label={total.label}>
          <Money dollars={total.dollars} />
        </Total>
      </dl>
    </div>
  );
}

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

type PaidClicksProps = { clicks: number; perClick: number; dollars: number };

/** A number of clicks times their price; the number alone if the clicks had several prices. */
export function PaidClicks({ clicks, perClick, dollars }: PaidClicksProps) {
  const hasOnePrice = microsFromAmount(perClick) * BigInt(clicks) === microsFromAmount(dollars);
  return hasOnePrice ? (
    <>
      <Count of={clicks} /> × <Money dollars={perClick} />
    </>
  ) : (
    <Count of={clicks} />
  );
}
