import { type SuspectOrder, suspectOrders } from "@fairclick/core/clicks/links/suspects-schema";
import { type TopOrder, topOrders } from "@fairclick/core/clicks/top-clicks-schema";
import { scrollIntoView } from "./click-list";

/** Ranked lists: suspect links, or values of clicks of every verdict. */
export const rankKinds = ["suspects", "/24", "/48", "asn", "device", "agent"] as const;
type ListKind = (typeof rankKinds)[number];
/** `creator` lists the creators of clicks with one AS, device or user agent. */
export type RankKind = ListKind | "creator";

export type ValueKind = Exclude<ListKind, "suspects">;

export type RankRequest =
  | { kind: "suspects"; sort: SuspectOrder }
  | { kind: ValueKind; sort: TopOrder }
  | { kind: "creator"; of: { by: ValueKind; value: string }; sort: TopOrder };

export type RankRow = {
  key: string;
  name: string;
  /** Figures, one per column of `rankColumns`. */
  cells: readonly string[];
  /** Lines of the pane beside the list: label and text. */
  facts: readonly (readonly [string, string])[];
  /** The filter that selects its clicks; null if no filter can. */
  words: string | null;
  campaignId: string | null;
  creator: { id: string; name: string } | null;
  link: { code: string; isStopped: boolean } | null;
  /** An address or a range. */
  address: string | null;
  /** What its valid clicks were paid, and its held clicks reserve, in micros. */
  stakeMicros: string;
};

/** `said` is a text that describes which clicks or links were counted. */
export type RankPage = { rows: readonly RankRow[]; said: string };

export type RankList = RankPage & {
  /** What the list shows and how it is sorted. `request` is the pending read; null if there is none. */
  order: RankRequest;
  request: RankRequest | null;
  cursor: number;
  top: number;
};

export function startRanks(order: RankRequest): RankList {
  return { rows: [], said: "", order, request: order, cursor: 0, top: 0 };
}

export function firstOrder(kind: ListKind): RankRequest {
  return kind === "suspects" ? { kind, sort: "risk" } : { kind, sort: "clicks" };
}

/** Returns the request for the same list, sorted by the next figure. */
export function nextOrder(order: RankRequest): RankRequest {
  if (order.kind === "suspects") return { ...order, sort: next(suspectOrders, order.sort) };
  return { ...order, sort: next(topOrders, order.sort) };
}

/** Returns the request for the same list, sorted by a figure; null if it has no such order. */
export function orderBy(order: RankRequest, sort: string): RankRequest | null {
  if (order.kind === "suspects") {
    const found = suspectOrders.find((known) => known === sort);
    return found ? { ...order, sort: found } : null;
  }
  const found = topOrders.find((known) => known === sort);
  return found ? { ...order, sort: found } : null;
}

function next<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}

export function moveRankCursor(list: RankList, by: number, height: number): RankList {
  const cursor = Math.max(0, Math.min(list.cursor + by, list.rows.length - 1));
  return { ...list, cursor, top: scrollIntoView({ cursor, top: list.top, height }) };
}

/** Applies a response; the selected row stays selected if it moves. Ignores outdated requests. */
export function receiveRanks(list: RankList, request: RankRequest, page: RankPage): RankList {
  if (list.request !== request) return list;
  const selected = list.rows[list.cursor]?.key;
  const found = page.rows.findIndex(({ key }) => key === selected);
  const cursor = Math.max(0, found);
  return { ...list, ...page, request: null, cursor, top: Math.min(list.top, cursor) };
}
