import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Count, Money } from "../../../ui/figure";

type Verdict = "valid" | "invalid" | "held" | "unpaid" | "pending";
type Column<Counted extends Verdict> = readonly [verdict: Counted, name: string];

/** Columns of tables of earnings, in this order. */
export const judgedColumns = [
  ["valid", t`Valid`],
  ["invalid", t`Invalid`],
  ["held", t`Held`],
  ["unpaid", t`Unpaid`],
] as const;

type JudgedRow<Counted extends Verdict> = {
  key: string;
  heading: ReactNode;
  clicks: Record<Counted, number>;
  earned: number;
};

type JudgedTableProps<Counted extends Verdict> = {
  /** Heading of the first column. */
  of: string;
  columns: readonly Column<Counted>[];
  rows: JudgedRow<Counted>[];
};

/** Clicks by verdict and their earnings, one row per day or campaign. */
export function JudgedTable<Counted extends Verdict>(props: JudgedTableProps<Counted>) {
  const { of, columns, rows } = props;
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>{of}</th>
          {columns.map(([verdict, name]) => (
            <th key={verdict} className="text-right">
              {name}
            </th>
          ))}
          <th className="text-right">{t`Earned`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="max-sm:col-span-2 break-words font-semibold">
              {row.heading}
            </th>
            {columns.map(([verdict, name]) => (
              <td key={verdict} data-label={name} className="text-right">
                <Count of={row.clicks[verdict]} />
              </td>
            ))}
            <td data-label={t`Earned`} className="text-right">
              <Money dollars={row.earned} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
