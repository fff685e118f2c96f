import { dollarsFromMicros } from "@fairclick/core/amounts";
import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import type { SeriesResponse, SeriesStep } from "@fairclick/core/clicks/stats";
import { formatCount, t } from "@fairclick/core/language/t";
import { type ReactNode, useState } from "react";
import { parseRange, type Range, rangeDays, ranges } from "../queries/series-window";
import { Count, Line, Lines, Money, Stamp } from "./figures";
import { compareSums, formatStep, microsFromAmount } from "./format";
import { Card, Part } from "./layout";

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
  /** The figure, which may suspend. */
  children: ReactNode;
};

/** A card with clicks over time, and the choice of the range of time. */
export function ClicksOverTime({ range, onRange, children }: ClicksOverTimeProps) {
  return (
    <Card title={t`Clicks over time`}>
      <select
        aria-label={t`Range of time`}
        className="mb-4 block min-h-11 rounded-md border-2 border-edge bg-paper px-3 font-semibold"
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
        {children}
      </Part>
    </Card>
  );
}

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
  const points = series.points.filter((point) => countStepClicks(point) > 0).reverse();
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

function countStepClicks(point: Point): number {
  return columns.reduce((sum, [verdict]) => sum + point[verdict], 0);
}

function ClicksTooltip({ step, point }: { step: SeriesStep; point: Point }) {
  return (
    <div className="min-w-44 border-2 border-edge bg-paper p-3 text-sm shadow-lifted">
      <p className="mb-2 font-semibold">{formatStep(point.at, step)}</p>
      <Lines>
        {verdicts
          .filter((verdict) => point[verdict] > 0)
          .map((verdict) => (
            <Line key={verdict} label={<Stamp verdict={verdict} />}>
              <Count of={point[verdict]} />
            </Line>
          ))}
      </Lines>
    </div>
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

type PeriodSumsProps = {
  range: Range;
  series: SeriesResponse;
  /** The period before; null if there is none to compare with, undefined until it is loaded. */
  before: SeriesResponse | null | undefined;
};

/** Sums of the chart's period, each compared with the period of the same length before. */
export function PeriodSums({ range, series, before }: PeriodSumsProps) {
  const now = sumSeries(series);
  const then = before ? sumSeries(before) : null;
  const note = (key: keyof typeof now) =>
    then ? compareSums(Number(now[key]), Number(then[key])) : "";
  return (
    <>
      <Lines className="mb-2 grid gap-x-10 sm:grid-cols-3">
        <Line label={t`Valid clicks`}>
          <Count of={now.valid} /> <Note text={note("valid")} />
        </Line>
        <Line label={t`All clicks`}>
          <Count of={now.all} /> <Note text={note("all")} />
        </Line>
        <Line label={t`Paid`}>
          <Money dollars={dollarsFromMicros(now.micros)} /> <Note text={note("micros")} />
        </Line>
      </Lines>
      {then && range !== "all" ? (
        <p className="mb-4 text-soft text-sm">
          {t`Compared with the ${rangeDays[range]} days before.`}
        </p>
      ) : null}
    </>
  );
}

function Note({ text }: { text: string }) {
  return text === "" ? null : <span className="text-soft text-sm">{text}</span>;
}

function sumSeries({ points }: SeriesResponse) {
  const sums = { valid: 0, all: 0, micros: 0n };
  for (const { valid, invalid, held, unpaid, pending, spend } of points) {
    sums.valid += valid;
    sums.all += valid + invalid + held + unpaid + pending;
    sums.micros += microsFromAmount(spend);
  }
  return sums;
}
