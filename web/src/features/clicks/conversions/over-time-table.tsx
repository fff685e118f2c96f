import { clickThroughRate } from "@fairclick/core/campaigns/status";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { computePercent } from "@fairclick/core/conversions/proofs";
import { t } from "@fairclick/core/language/t";
import { Count } from "../../../ui/figure";
import { formatStep } from "../../../ui/format/format-step";
import { percent } from "../../../ui/format/percent";

type Point = SeriesResponse["points"][number];

/** Steps that are not empty, newest first. */
export function OverTimeTable({ series: { points, step } }: { series: SeriesResponse }) {
  const busy = points.filter((point) => point.impressions + countClicks(point) > 0).reverse();
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>{step === "day" ? t`Day` : t`Hour`}</th>
          {[t`Impressions`, t`Clicks`, "CTR", t`Valid clicks`, t`Conversions`, t`Rate`].map(
            (name) => (
              <th key={name} className="text-right">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {busy.map((point) => (
          <StepRow key={point.at} point={point} name={formatStep(point.at, step)} />
        ))}
      </tbody>
    </table>
  );
}

function StepRow({ point, name }: { point: Point; name: string }) {
  const clicks = countClicks(point);
  const ctr = clickThroughRate(BigInt(clicks), BigInt(point.impressions));
  return (
    <tr>
      <th scope="row" className="font-semibold max-sm:col-span-2">
        {name}
      </th>
      <td data-label={t`Impressions`} className="text-right">
        <Count of={point.impressions} />
      </td>
      <td data-label={t`Clicks`} className="text-right">
        <Count of={clicks} />
      </td>
      <td data-label="CTR" className="text-right font-figures tabular-nums">
        {percent(ctr)}
      </td>
      <td data-label={t`Valid clicks`} className="text-right">
        <Count of={point.valid} />
      </td>
      <td data-label={t`Conversions`} className="text-right">
        <Count of={point.conversions} />
      </td>
      <td data-label={t`Rate`} className="text-right font-figures tabular-nums">
        {percent(computePercent(point.conversions, point.valid))}
      </td>
    </tr>
  );
}

function countClicks({ valid, invalid, held, unpaid, pending }: Point): number {
  return valid + invalid + held + unpaid + pending;
}
