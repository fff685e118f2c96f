import type { SeriesResponse, SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { lazy, type ReactNode, Suspense } from "react";
import { Card } from "../card";
import { Failure } from "../notices";
import { Spinner } from "../spinner";
import { ClicksTable } from "./clicks-table";
import { Stamp } from "./stamp";

const ClicksChart = lazy(async () => ({
  default: (await import("./clicks-chart")).ClicksChart,
}));

const steps: { step: SeriesStep; label: string }[] = [
  { step: "day", label: "Days" },
  { step: "hour", label: "Hours" },
];

type ClicksOverTimeProps = {
  step: SeriesStep;
  onStep: (step: SeriesStep) => void;
  series: SeriesResponse | undefined;
  failed: boolean;
  onRetry: () => void;
  /** What else can be done with it. */
  aside?: ReactNode;
};

/** Clicks by verdict over time: bars for the eye, and the same figures as a table. */
export function ClicksOverTime(props: ClicksOverTimeProps) {
  const { step, onStep, series, aside } = props;
  return (
    <Card title="Clicks over time">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {steps.map((each) => (
            <button
              key={each.step}
              type="button"
              className="chip"
              aria-pressed={each.step === step}
              onClick={() => onStep(each.step)}
            >
              {each.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <figure aria-label="Clicks by verdict over time">
        <div className="h-64">
          <Bars {...props} />
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
        <summary className="min-h-11 py-2 font-semibold">As a table</summary>
        {series ? <ClicksTable series={series} /> : null}
      </details>
    </Card>
  );
}

function Bars({ series, failed, onRetry }: ClicksOverTimeProps) {
  if (!series) {
    return failed ? (
      <Failure message="The clicks over time could not be loaded." onRetry={onRetry} />
    ) : (
      <Spinner label="Loading clicks" />
    );
  }
  const any = series.points.some(
    (point) => point.valid + point.invalid + point.held + point.unpaid + point.pending > 0,
  );
  if (!any) {
    return (
      <p className="grid h-full place-items-center border-2 border-rule border-dashed text-soft">
        No clicks in this time.
      </p>
    );
  }
  return (
    <Suspense fallback={<Spinner label="Loading chart" />}>
      <ClicksChart series={series} />
    </Suspense>
  );
}
