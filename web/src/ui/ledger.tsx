import type { ReactNode } from "react";

type Column<Row> = { name: string; cell: (row: Row) => ReactNode };

type LedgerProps<Row> = {
  caption?: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  head: Column<Row>;
  /** The figures of a row. On phones each stands below its name. */
  figures: readonly Column<Row>[];
};

export function Ledger<Row>({ caption, rows, rowKey, head, figures }: LedgerProps<Row>) {
  return (
    <table className="ledger">
      {caption ? <caption className="sr-only">{caption}</caption> : null}
      <thead>
        <tr>
          <th>{head.name}</th>
          {figures.map(({ name }) => (
            <th key={name} className="text-right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <th scope="row" className="break-words font-semibold max-sm:col-span-2">
              {head.cell(row)}
            </th>
            {figures.map(({ name, cell }) => (
              <td key={name} data-label={name} className="text-right font-figures tabular-nums">
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
