export type Size = { columns: number; rows: number };

/** Layout of list and detail: side by side on a wide screen, else one above the other. */
export type Layout = {
  isSideBySide: boolean;
  listColumns: number;
  listRows: number;
  detailColumns: number;
  detailRows: number;
};

export const SMALLEST: Size = { columns: 80, rows: 24 };
export const BORDER_COLUMNS = 3;

const WIDE_COLUMNS = 140;
/** Header, column headings, message and keys. */
const FRAME_ROWS = 4;

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows;
}

export function layOut({ columns, rows }: Size): Layout {
  const body = rows - FRAME_ROWS;
  if (columns >= WIDE_COLUMNS) {
    const listColumns = Math.floor((columns - BORDER_COLUMNS) / 2);
    return {
      isSideBySide: true,
      listColumns,
      listRows: body,
      detailColumns: columns - BORDER_COLUMNS - listColumns,
      detailRows: body + 1,
    };
  }
  const listRows = Math.floor((body - 1) / 2);
  return {
    isSideBySide: false,
    listColumns: columns,
    listRows,
    detailColumns: columns,
    detailRows: body - 1 - listRows,
  };
}
