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

const WIDE_COLUMNS = 140;
/** Header, column headings, message and keys. */
const FRAME_ROWS = 4;
const BORDER_COLUMNS = 3;

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

/** What is at a place of the screen. `x` and `row` count from the start of the part. */
export type Area =
  | { part: "heading" | "detail"; x: number }
  | { part: "row"; row: number }
  | { part: "frame" };

const HEADING_ROW = 1;

/** Returns what is at a place of the screen, counted from 0. */
export function areaAt(size: Size, { x, y }: { x: number; y: number }): Area {
  const { isSideBySide, listColumns, listRows, detailRows } = layOut(size);
  const detail = isSideBySide
    ? { x: listColumns + BORDER_COLUMNS, y: HEADING_ROW }
    : { x: 0, y: HEADING_ROW + listRows + 2 };
  const isBeside = x >= detail.x && y >= detail.y && y < detail.y + detailRows;
  if (isBeside) return { part: "detail", x: x - detail.x };
  if (x >= listColumns) return { part: "frame" };
  if (y === HEADING_ROW) return { part: "heading", x };
  const row = y - HEADING_ROW - 1;
  return row >= 0 && row < listRows ? { part: "row", row } : { part: "frame" };
}
