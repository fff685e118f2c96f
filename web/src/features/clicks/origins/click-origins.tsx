import { type BreakdownResponse, breakdownDimensions } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { breakdownQuery, type InsightScope } from "../../../queries/conversions";
import type { Period } from "../../../queries/series-window";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Card } from "../../../ui/card";
import { formatDay, formatMoment } from "../../../ui/format/day";
import { Part } from "../../../ui/part";
import { OriginsTable } from "./origins-table";

type Dimension = BreakdownResponse["dimension"];

export const dimensionNames: Record<Dimension, string> = {
  country: t`Country`,
  device: t`Device`,
  browser: t`Browser`,
  referrer: t`Site`,
};

type OriginsProps = { scope: InsightScope; period: Period };

/** Origins of the clicks in the period that the charts show, most frequent first. */
export function ClickOrigins({ scope, period }: OriginsProps) {
  const [dimension, setDimension] = useState<Dimension>("country");
  return (
    <Card title={t`Where clicks came from`}>
      <div className="mb-4 flex flex-wrap gap-2">
        {breakdownDimensions.map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={each === dimension}
            onClick={() => setDimension(each)}
          >
            {dimensionNames[each]}
          </button>
        ))}
      </div>
      <Part
        key={`${period.range} ${dimension}`}
        loading={t`Loading clicks`}
        failure={t`Where clicks came from could not be loaded.`}
      >
        <Origins scope={scope} period={period} dimension={dimension} />
      </Part>
    </Card>
  );
}

function Origins({ scope, period, dimension }: OriginsProps & { dimension: Dimension }) {
  const { data } = useLoadedQuery(breakdownQuery({ scope, period, dimension }));
  return (
    <>
      <p className="mb-3 text-soft text-sm">{describePeriod(data, period)}</p>
      <OriginsTable breakdown={data} of={scope.of} />
    </>
  );
}

/** Days are those of the viewer's time zone. */
function describePeriod({ from, to }: BreakdownResponse, { range }: Period): string {
  if (range === "2d") return t`Judged clicks of ${formatMoment(from)} to ${formatMoment(to)}.`;
  const last = new Date(Date.parse(to) - 1).toISOString();
  return t`Judged clicks of ${formatDay(from)} to ${formatDay(last)}, whole days in your time zone.`;
}
