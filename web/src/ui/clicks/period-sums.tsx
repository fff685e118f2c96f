import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { SeriesResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { type Range, rangeDays } from "../../queries/series-window";
import { Count, Money } from "../figure";
import { microsFromAmount } from "../format/exact-dollars";
import { Line, Lines } from "../receipt";
import { compareSums } from "./compare-sums";

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
