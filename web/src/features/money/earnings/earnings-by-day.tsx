import { dollarsFromMicros } from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import type { EarningsDay, EarningsResponse } from "@fairclick/core/money/earnings";
import { rich } from "../../../language/rich";
import { Card } from "../../../ui/card";
import { Money } from "../../../ui/figure";
import { formatCalendarDay } from "../../../ui/format/day";
import { microsFromAmount } from "../../../ui/format/exact-dollars";
import { DayColumns } from "./day-columns";
import { JudgedTable, judgedColumns } from "./judged-table";

const countJudged = ({ clicks }: EarningsDay) =>
  judgedColumns.reduce((sum, [verdict]) => sum + clicks[verdict], 0);

export function EarningsByDay({ days, timeZone }: Pick<EarningsResponse, "days" | "timeZone">) {
  const active = days.filter((day) => countJudged(day) > 0).reverse();
  const earned = dollarsFromMicros(
    days.reduce((sum, day) => sum + microsFromAmount(day.earned), 0n),
  );
  const most = Math.max(...days.map((day) => day.earned));
  const [first] = days;
  const last = days.at(-1);
  return (
    <Card title={t`By day`} className="mb-6">
      {active.length === 0 ? (
        <p className="text-soft">{t`No clicks were judged in this period.`}</p>
      ) : (
        <>
          <figure aria-label={t`Earned by day`}>
            <p className="mb-1 text-right text-sm">
              {rich`${<Money dollars={earned} />} in total, at most ${<Money dollars={most} />} a day`}
            </p>
            <DayColumns days={days} />
            <figcaption className="mt-1 flex justify-between text-sm text-soft">
              <span>{first ? formatCalendarDay(first.day) : null}</span>
              <span>{last ? formatCalendarDay(last.day) : null}</span>
            </figcaption>
          </figure>
          <details className="mt-4">
            <summary className="min-h-11 py-2 font-semibold">{t`As a table`}</summary>
            <JudgedTable
              of={t`Day`}
              columns={judgedColumns}
              rows={active.map((day) => ({
                ...day,
                key: day.day,
                heading: <time dateTime={day.day}>{formatCalendarDay(day.day)}</time>,
              }))}
            />
          </details>
          <p className="mt-3 text-sm text-soft">
            {t`Days are those of your time zone, ${timeZone.replaceAll("_", " ")}.`}
          </p>
        </>
      )}
    </Card>
  );
}
