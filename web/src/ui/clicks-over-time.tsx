import { dollarsFromMicros } from "@fairclick/core/amounts";
import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { formatCount, t } from "@fairclick/core/language/t";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { campaignSeriesQuery, linkSeriesQuery } from "../queries/clicks";
import { parseRange, type Range, ranges } from "../queries/series-window";
import { Count, CountLine, Lines, Money, MoneyLine, Stamp } from "./figures";
import { formatStep, microsFromAmount } from "./format";
import { Card, Part } from "./layout";
import { Ledger } from "./ledger";

const labels: Record<Range, string> = {
  "2d": t`48 hours`,
  "7d": t`7 days`,
  "30d": t`30 days`,
  "90d": t`90 days`,
  all: t`All`,
};

type ClicksOverTimeProps = {
  range: Range;
  onRange: (range: Range) => void;
  query: ReturnType<typeof campaignSeriesQuery | typeof linkSeriesQuery>;
};

/** A card with clicks over time, and the choice of the range of time. */
export function ClicksOverTime({ range, onRange, query }: ClicksOverTimeProps) {
  return (
    <Card title={t`Clicks over time`}>
      <select
        aria-label={t`Range of time`}
        className="mb-4 min-h-11 self-start rounded-md border-2 border-edge bg-paper px-3 font-semibold"
        value={range}
        onChange={({ currentTarget: { value } }) => onRange(parseRange(value))}
      >
        {ranges.map((each) => (
          <option key={each} value={each}>
            {labels[each]}
          </option>
        ))}
      </select>
      <Part
        key={range}
        loading={t`Loading clicks`}
        failure={t`The clicks over time could not be loaded.`}
        className="h-64"
      >
        <ClicksFigure query={query} />
      </Part>
    </Card>
  );
}

/** Clicks by verdict over time, as sums, as bars and as a table. */
function ClicksFigure({ query }: Pick<ClicksOverTimeProps, "query">) {
  const { data: series } = useSuspenseQuery(query);
  if (!series.points.some((point) => countClicks(point) > 0)) {
    return (
      <p className="border-2 border-rule border-dashed p-8 text-center text-soft">
        {t`No clicks in this period.`}
      </p>
    );
  }
  return (
    <>
      <Sums series={series} />
      <figure aria-label={t`Clicks by verdict over time`}>
        <div className="h-64">
          <StepColumns series={series} parts={verdictParts} />
        </div>
        <figcaption className="mt-3 flex flex-wrap gap-2 text-sm">
          {order.map((verdict) => (
            <Stamp key={verdict} verdict={verdict} />
          ))}
        </figcaption>
      </figure>
      <details className="mt-4">
        <summary className="min-h-11 py-2 font-semibold">{t`As a table`}</summary>
        <ClicksTable series={series} />
      </details>
    </>
  );
}

/** Number of labels that fit below a chart on a phone. */
const labelsThatFit = { day: 5, hour: 3 } as const;

/** Order of the verdicts in a column, from bottom to top. */
const order: Verdict[] = ["valid", "invalid", "held", "unpaid", "pending"];

const verdictParts = order.map((verdict) => ({
  field: verdict,
  look: verdict,
  label: <Stamp verdict={verdict} />,
}));

type StepColumnsProps = {
  series: SeriesResponse;
  /** What a column consists of, from bottom to top. Looks differ in pattern as well as in colour. */
  parts: readonly { field: keyof Counts; look: Verdict; label: ReactNode }[];
};

type Counts = Pick<Point, Verdict | "impressions" | "conversions">;

/** Stacked columns, one per step. A table beside them says the same in words. */
export function StepColumns({ series: { points, step }, parts }: StepColumnsProps) {
  const [shown, setShown] = useState<string | null>(null);
  const height = (point: Point) => parts.reduce((sum, { field }) => sum + point[field], 0);
  const ticks = axisTicks(Math.max(0, ...points.map(height)));
  const top = ticks.at(-1) ?? 1;
  const every = Math.ceil(points.length / labelsThatFit[step]);
  return (
    <div aria-hidden="true" className="flex h-full pt-2 pb-6 text-soft text-sm">
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
              {parts.map(({ field, look }) => (
                <div
                  key={field}
                  className="bar shrink-0"
                  data-verdict={look}
                  style={{ height: formatPercent(point[field], top) }}
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
                <div className="min-w-44 border-2 border-edge bg-paper p-3 text-sm shadow-lifted">
                  <p className="mb-2 font-semibold">{formatStep(point.at, step)}</p>
                  <Lines>
                    {parts
                      .filter(({ field }) => point[field] > 0)
                      .map(({ field, label }) => (
                        <CountLine key={field} label={label} count={point[field]} />
                      ))}
                  </Lines>
                </div>
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

type Point = SeriesResponse["points"][number];

const columns = [
  ["valid", t`Valid`],
  ["invalid", t`Invalid`],
  ["held", t`Held`],
  ["unpaid", t`Unpaid`],
  ["pending", t`Pending`],
] as const;

/** Steps that are not empty, newest first. */
function ClicksTable({ series: { points, step } }: { series: SeriesResponse }) {
  return (
    <Ledger
      rows={points.filter((point) => countClicks(point) > 0).reverse()}
      rowKey={({ at }) => at}
      head={{
        name: step === "day" ? t`Day` : t`Hour`,
        cell: ({ at }) => formatStep(at, step),
      }}
      figures={[
        ...columns.map(([verdict, name]) => ({
          name,
          cell: (point: Point) => <Count of={point[verdict]} />,
        })),
        { name: t`Paid`, cell: ({ spend }) => <Money dollars={spend} /> },
      ]}
    />
  );
}

const MAX_TICKS = 5;

/**
 * Returns the values that an axis marks, from 0 to at least `most`: multiples of 1, 2 or 5 times a
 * power of ten, at most five of them above 0.
 */
export function axisTicks(most: number): number[] {
  for (let power = 1; power < Number.MAX_SAFE_INTEGER; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) {
      const count = Math.max(1, Math.ceil(most / step));
      if (count <= MAX_TICKS) return Array.from({ length: count + 1 }, (_, place) => place * step);
    }
  }
  throw new RangeError("An axis needs a finite number");
}

function Sums({ series }: { series: SeriesResponse }) {
  const sums = sumSeries(series);
  return (
    <Lines className="mb-2 grid gap-x-10 sm:grid-cols-3">
      <CountLine label={t`Valid clicks`} count={sums.valid} />
      <CountLine label={t`All clicks`} count={sums.all} />
      <MoneyLine label={t`Paid`} dollars={dollarsFromMicros(sums.micros)} />
    </Lines>
  );
}

function sumSeries({ points }: SeriesResponse) {
  const sums = { valid: 0, all: 0, micros: 0n };
  for (const point of points) {
    sums.valid += point.valid;
    sums.all += countClicks(point);
    sums.micros += microsFromAmount(point.spend);
  }
  return sums;
}
