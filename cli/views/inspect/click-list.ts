import { clickCursor, type ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";

export const PAGE_ROWS = 100;
/** Max clicks in memory, around those on the screen. */
export const MAX_ROWS = 400;
/** The next page is requested when the cursor is this near to the end of the loaded rows. */
const NEAR_END = 50;

export type ListPart = "first" | "older" | "newer" | "newest";
export type ListRequest = { part: ListPart; cursor?: string; after?: string };

/** A window on all clicks that match the filter, newest first. */
export type ClickList = {
  rows: readonly ListedClick[];
  /** Index of the selected row; `top` is the first row on the screen. */
  cursor: number;
  top: number;
  /** Whether the loaded rows include the newest, or the oldest, click. */
  isNewest: boolean;
  isOldest: boolean;
  /** Number of newer clicks above the screen. */
  newer: number;
  request: ListRequest | null;
};

export type ClickPage = { rows: readonly ListedClick[]; hasMore: boolean };

export function startList(): ClickList {
  return {
    rows: [],
    cursor: 0,
    top: 0,
    isNewest: true,
    isOldest: true,
    newer: 0,
    request: { part: "first" },
  };
}

/** Moves to the newest click; requests it if it is not loaded. */
export function toNewest(list: ClickList): ClickList {
  if (!list.isNewest) return { ...list, request: { part: "first" } };
  return { ...list, cursor: 0, top: 0, newer: 0 };
}

/** Moves the cursor by `by` rows and scrolls; requests more rows near the ends. */
export function moveCursor(list: ClickList, by: number, height: number): ClickList {
  const cursor = clamp(list.cursor + by, 0, list.rows.length - 1);
  const top = scrollIntoView({ cursor, top: list.top, height });
  const newer = Math.min(list.newer, list.isNewest ? top : list.newer);
  return requestMore({ ...list, cursor, top, newer });
}

export function scrollIntoView({
  cursor,
  top,
  height,
}: {
  cursor: number;
  top: number;
  height: number;
}) {
  return Math.max(0, clamp(top, cursor - height + 1, cursor));
}

/** Requests the newest clicks, unless another request is running. */
export function poll(list: ClickList): ClickList {
  return list.request ? list : { ...list, request: { part: "newest" } };
}

/** Applies a page. Ignores it if it belongs to an outdated request. */
export function receive(list: ClickList, request: ListRequest, page: ClickPage): ClickList {
  if (list.request !== request) return list;
  const idle = { ...list, request: null };
  switch (request.part) {
    case "first":
      return { ...startList(), request: null, rows: page.rows, isOldest: !page.hasMore };
    case "older":
      return append(idle, page);
    case "newer":
      return prepend(idle, page);
    case "newest":
      return merge(idle, page);
  }
}

/** Replaces a row with newer data; returns the list unchanged if the row is not loaded. */
export function updateRow(list: ClickList, click: ListedClick): ClickList {
  const index = list.rows.findIndex(({ id }) => id === click.id);
  return index < 0 ? list : { ...list, rows: list.rows.with(index, click) };
}

function requestMore(list: ClickList): ClickList {
  const [newest] = list.rows;
  const oldest = list.rows.at(-1);
  if (list.request && list.request.part !== "newest") return list;
  if (oldest && !list.isOldest && list.cursor >= list.rows.length - NEAR_END) {
    return { ...list, request: { part: "older", cursor: clickCursor(oldest) } };
  }
  if (newest && !list.isNewest && list.cursor < NEAR_END) {
    return { ...list, request: { part: "newer", after: clickCursor(newest) } };
  }
  return list;
}

function append(list: ClickList, page: ClickPage): ClickList {
  const all = [...list.rows, ...withoutKnown(list, page)];
  const dropped = Math.min(Math.max(0, all.length - MAX_ROWS), list.top);
  return {
    ...list,
    rows: all.slice(dropped),
    cursor: list.cursor - dropped,
    top: list.top - dropped,
    isNewest: list.isNewest && dropped === 0,
    isOldest: !page.hasMore,
  };
}

function prepend(list: ClickList, page: ClickPage): ClickList {
  const fresh = withoutKnown(list, page);
  const all = [...fresh, ...list.rows];
  const cursor = list.cursor + fresh.length;
  const kept = all.slice(0, Math.max(MAX_ROWS, cursor + NEAR_END));
  return {
    ...list,
    rows: kept,
    cursor,
    top: list.top + fresh.length,
    isNewest: !page.hasMore,
    isOldest: list.isOldest && kept.length === all.length,
  };
}

/**
 * Merges the newest clicks into the loaded rows; cursor and screen keep their position. If there is a
 * gap between the page and the loaded rows, the new clicks are only counted.
 */
function merge(list: ClickList, page: ClickPage): ClickList {
  const selected = list.rows[list.cursor];
  if (!selected) return { ...startList(), request: null, rows: page.rows, isOldest: !page.hasMore };
  const fresh = withoutKnown(list, page);
  const reachesDown = fresh.length < page.rows.length || !page.hasMore;
  const [first = selected] = list.rows;
  const newer = fresh.filter((click) => compare(click, first) < 0).length;
  if (!list.isNewest || !reachesDown)
    return { ...list, isNewest: newer === 0 && list.isNewest, newer };
  const last = list.rows.at(-1) ?? selected;
  const belonging = fresh.filter((click) => list.isOldest || compare(click, last) < 0);
  const known = new Map(page.rows.map((click) => [click.id, click]));
  const rows = [...list.rows.map((row) => known.get(row.id) ?? row), ...belonging].sort(compare);
  const cursor = rows.findIndex(({ id }) => id === selected.id);
  const top = list.top + cursor - list.cursor;
  return { ...list, rows, cursor, top, newer: list.newer + newer };
}

function withoutKnown(list: ClickList, page: ClickPage): ListedClick[] {
  const known = new Set(list.rows.map(({ id }) => id));
  return page.rows.filter(({ id }) => !known.has(id));
}

/** Newest first. */
function compare(a: ListedClick, b: ListedClick): number {
  if (a.clickedAt !== b.clickedAt) return a.clickedAt > b.clickedAt ? -1 : 1;
  return a.id > b.id ? -1 : a.id === b.id ? 0 : 1;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
