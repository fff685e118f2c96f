import { startGroups } from "./group-list";
import { firstOrder, nextOrder, type RankKind, rankKinds, startRanks } from "./rank-list";
import type { State } from "./state";

export const rankKeys = new Map<string, RankKind>(
  rankKinds.map((kind, i) => [String(i + 4), kind]),
);

export function startRanking(state: State, kind: RankKind): State {
  return { ...state, ranks: startRanks(firstOrder(kind)), groups: null, focus: "list" };
}

export function sortByNext(state: State): State {
  const { ranks, groups } = state;
  if (groups) {
    const sort = groups.sort === "money" ? "clicks" : "money";
    const message = { tone: "faint" as const, text: `Sorted by ${sort}` };
    return { ...state, groups: startGroups(groups.by, sort), message };
  }
  if (!ranks) return state;
  const started = startRanks(nextOrder(ranks.order));
  const message = { tone: "faint" as const, text: `Sorted by ${started.order.sort}` };
  return { ...state, ranks: started, message };
}
