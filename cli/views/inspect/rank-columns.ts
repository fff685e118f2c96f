import type { RankKind } from "./rank-list";
import { type RankColumn, rankColumns } from "./rank-rows";

const MIN_NAME_COLUMNS = 22;

/** Returns the width of the name and the columns that fit beside it; one column is reserved for the row's sign. */
export function fitColumns(
  kind: RankKind,
  columns: number,
): { name: number; fitting: RankColumn[] } {
  let room = columns - 1 - MIN_NAME_COLUMNS;
  const fitting = rankColumns(kind).filter(({ width }) => {
    room -= width + 1;
    return room >= 0;
  });
  const name = columns - 1 - fitting.reduce((sum, { width }) => sum + width + 1, 0);
  return { name, fitting };
}

/** Returns the column at a place of the list (from 0); null if there is the name. */
export function columnAt(kind: RankKind, columns: number, x: number): RankColumn | null {
  const { name, fitting } = fitColumns(kind, columns);
  let end = 1 + name;
  for (const column of fitting) {
    end += 1 + column.width;
    if (x < end) return x > end - 1 - column.width - 1 ? column : null;
  }
  return null;
}
