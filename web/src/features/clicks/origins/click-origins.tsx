import {
  type BreakdownResponse,
  breakdownDimensions,
} from "@fairclick/core/clicks/stats-breakdown-schema";
import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { breakdownQuery, type InsightScope } from "../../../queries/conversions";
import { Card } from "../../../ui/card";
import { formatDay, formatMoment } from "../../../ui/format/day";
import { Failure } from "../../../ui/notices";
import { Spinner } from "../../../ui/spinner";
import { OriginsTable } from "./origins-table";

type Dimension = BreakdownResponse["dimension"];

export const dimensionNames: Record<Dimension, string> = {
  country: "Country",
  device: "Device",
  browser: "Browser",
  referrer: "Site",
};

/** Where the clicks of the time that the charts show came from, the most frequent first. */
export function ClickOrigins({ scope, step }: { scope: InsightScope; step: SeriesStep }) {
  const [dimension, setDimension] = useState<Dimension>("country");
  const { data, isError, refetch } = useQuery(breakdownQuery({ scope, step, dimension }));
  return (
    <Card title="Where clicks came from">
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
      {data ? (
        <>
          <p className="mb-3 text-soft text-sm">Judged clicks of {describePeriod(data, step)}.</p>
          <OriginsTable breakdown={data} of={scope.of} />
        </>
      ) : isError ? (
        <Failure
          message="Where clicks came from could not be loaded."
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner label="Loading clicks" />
      )}
    </Card>
  );
}

/** Days are those of the viewer's time zone. */
function describePeriod({ from, to }: BreakdownResponse, step: SeriesStep): string {
  if (step === "hour") return `${formatMoment(from)} to ${formatMoment(to)}`;
  const last = new Date(Date.parse(to) - 1).toISOString();
  return `${formatDay(from)} to ${formatDay(last)}, whole days where you are`;
}
