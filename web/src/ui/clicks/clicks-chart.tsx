import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { formatCount } from "@fairclick/core/language/t";
import { useState } from "react";
import { formatStep } from "../format/format-step";
import { axisTicks } from "./axis-ticks";
import { ClicksTooltip } from "./clicks-tooltip";

/** Number of labels that fit below a chart on a phone. */
const labelsThatFit = { day: 5, hour: 3 } as const;

/** Order of the verdicts in a column, from bottom to top. */
const order: Verdict[] = ["valid", "invalid", "held", "unpaid", "pending"];

/** Stacked columns, one per step. Verdicts differ in pattern as well as in colour. */
export function ClicksChart({ series: { points, step } }: { series: SeriesResponse }) {
  const [shown, setShown] = useState<string | null>(null);
  const ticks = axisTicks(Math.max(0, ...points.map(countClicks)));
  const top = ticks.at(-1) ?? 1;
  const every = Math.ceil(points.length / labelsThatFit[step]);
  return (
    <div aria-hidden="true" className="flex h-full pt-2 pb-6 text-soft text-xs">
      <div className="relative w-11 shrink-0">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-2 translate-y-1/2 font-figures tabular-nums leading-none"
            style={{ bottom: formatPercent(tick, top) }}
          >
            {formatCount(tick)}
          </span>
        ))}
      </div>
      <div
        className="relative flex min-w-0 flex-1 items-stretch border-edge border-b-2"
        onPointerLeave={() => setShown(null)}
      >
        {ticks.slice(1).map((tick) => (
          <div
            key={tick}
            className="pointer-events-none absolute inset-x-0 border-rule border-t border-dashed"
            style={{ bottom: formatPercent(tick, top) }}
          />
        ))}
        {points.map((point, place) => (
          <div
            key={point.at}
            className="relative min-w-0 max-w-14 flex-1 hover:bg-bar"
            onPointerEnter={() => setShown(point.at)}
          >
            <div className="absolute inset-x-[12%] inset-y-0 flex flex-col-reverse">
              {order.map((verdict) => (
                <div
                  key={verdict}
                  className="bar shrink-0"
                  data-verdict={verdict}
                  style={{ height: formatPercent(point[verdict], top) }}
                />
              ))}
            </div>
            {place % every === 0 ? (
              <span className="absolute top-full left-0 mt-1.5 whitespace-nowrap">
                {formatStep(point.at, step)}
              </span>
            ) : null}
            {shown === point.at ? (
              <div
                className={`pointer-events-none absolute bottom-2 z-10 ${place * 2 < points.length ? "left-full" : "right-full"}`}
              >
                <ClicksTooltip point={point} step={step} />
              </div>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}

function formatPercent(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}

function countClicks(point: Record<Verdict, number>): number {
  return verdicts.reduce((sum, verdict) => sum + point[verdict], 0);
}
