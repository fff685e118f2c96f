import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Count, Money } from "../figure";
import { formatStep } from "../format/format-step";

type Point = SeriesResponse["points"][number];

const columns = [
  ["valid", t`Valid`],
  ["invalid", t`Invalid`],
  ["held", t`Held`],
  ["unpaid", t`Unpaid`],
  ["pending", t`Pending`],
] as const;

/** Steps that are not empty, newest first. */
export function ClicksTable({ series }: { series: SeriesResponse }) {
  const points = series.points.filter((point) => countClicks(point) > 0).reverse();
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>{series.step === "day" ? t`Day` : t`Hour`}</th>
          {columns.map(([verdict, name]) => (
            <th key={verdict} className="text-right">
              {name}
            </th>
          ))}
          <th className="text-right">{t`Paid`}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.at}>
            <th scope="row" className="max-sm:col-span-2 font-semibold">
              {formatStep(point.at, series.step)}
            </th>
            {columns.map(([verdict, name]) => (
              <td key={verdict} data-label={name} className="text-right">
                <Count of={point[verdict]} />
              </td>
            ))}
            <td data-label={t`Paid`} className="text-right">
              <Money dollars={point.spend} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function countClicks(point: Point): number {
  return columns.reduce((sum, [verdict]) => sum + point[verdict], 0);
}
