import type { GroupOrder } from "@fairclick/core/clicks/flagged-clicks-schema";
import { startGroups } from "./group-list";
import {
  firstOrder,
  nextOrder,
  orderBy,
  type RankRequest,
  rankKinds,
  startRanks,
} from "./rank-list";
import { type State, showMessage } from "./state";

export const rankKeys = new Map<string, (typeof rankKinds)[number]>(
  rankKinds.map((kind, i) => [String(i + 4), kind]),
);

/** Lists the creators of the clicks with a value of the list on the screen. */
export function startCreators(state: State, value: string): State {
  const by = state.ranks?.order.kind;
  if (!by || by === "suspects" || by === "creator") return state;
  const ranks = startRanks({ kind: "creator", of: { by, value }, sort: "clicks" });
  return showMessage({ ...state, ranks }, { tone: "faint", text: "t shows a creator's accounts" });
}

export function startRanking(state: State, kind: (typeof rankKinds)[number]): State {
  return { ...state, ranks: startRanks(firstOrder(kind)), groups: null, focus: "list" };
}

export function sortByNext(state: State): State {
  const { ranks, groups } = state;
  if (groups) return sortGroups(state, groups.sort === "money" ? "clicks" : "money");
  return ranks ? sortRanks(state, nextOrder(ranks.order)) : state;
}

/** Sorts by the figure of a column; null if the list has no such order. */
export function sortBy(state: State, sort: string | null): State {
  const { ranks, groups } = state;
  if (groups && (sort === "money" || sort === "clicks")) return sortGroups(state, sort);
  const order = ranks && sort !== null ? orderBy(ranks.order, sort) : null;
  if (order) return sortRanks(state, order);
  const text =
    groups || ranks
      ? "The list cannot be sorted by this column"
      : "Clicks are sorted by time; 2 to 9 sort by other figures";
  return showMessage(state, { tone: "faint", text });
}

function sortGroups(state: State, sort: GroupOrder): State {
  if (!state.groups) return state;
  const groups = startGroups(state.groups.by, sort);
  return showMessage({ ...state, groups }, { tone: "faint", text: `Sorted by ${sort}` });
}

function sortRanks(state: State, order: RankRequest): State {
  const text = `Sorted by ${order.sort}`;
  return showMessage({ ...state, ranks: startRanks(order) }, { tone: "faint", text });
}
