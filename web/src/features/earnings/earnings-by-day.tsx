import type { EarningsDay } from "@fairclick/core/schemas/earnings";
import { Card } from "../../ui/card";
import { formatUtcDay } from "../../ui/day";
import { Count, Money } from "../../ui/figure";
import { DayColumns } from "./day-columns";
import { judgedColumns } from "./judged-columns";

const countOf = ({ clicks }: EarningsDay) =>
  judgedColumns.reduce((sum, [verdict]) => sum + clicks[verdict], 0);

export function EarningsByDay({ days }: { days: EarningsDay[] }) {
  const active = days.filter((day) => countOf(day) > 0).reverse();
  const [first] = days;
  const last = days.at(-1);
  return (
    <Card title="By day" className="mb-6">
      {active.length === 0 ? (
        <p className="text-soft">No click was judged in this time.</p>
      ) : (
        <>
          <figure aria-label="Earned by day">
            <DayColumns days={days} />
            <figcaption className="mt-1 flex justify-between text-sm text-soft">
              <span>{first ? formatUtcDay(first.day) : null}</span>
              <span>{last ? formatUtcDay(last.day) : null}</span>
            </figcaption>
          </figure>
          <details className="mt-4">
            <summary className="min-h-11 py-2 font-semibold">As a table</summary>
            <DayTable days={active} />
          </details>
          <p className="mt-3 text-sm text-soft">Days are those of UTC.</p>
        </>
      )}
    </Card>
  );
}

function DayTable({ days }: { days: EarningsDay[] }) {
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>Day</th>
          {judgedColumns.map(([verdict, name]) => (
            <th key={verdict} className="text-right">
              {name}
            </th>
          ))}
          <th className="text-right">Earned</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row" className="max-sm:col-span-2 font-semibold">
              <time dateTime={day.day}>{formatUtcDay(day.day)}</time>
            </th>
            {judgedColumns.map(([verdict, name]) => (
              <td key={verdict} data-label={name} className="text-right">
                <Count of={day.clicks[verdict]} />
              </td>
            ))}
            <td data-label="Earned" className="text-right">
              <Money dollars={day.earned} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
