import { startList } from "./click-list";
import { startGroups } from "./group-list";
import { noMarks } from "./marks";
import { startRanks } from "./rank-list";
import type { State, View } from "./state";

const MAX_VIEWS = 50;

function viewOf({ filterText, filter, groups, ranks }: State): View {
  return { filterText, filter, by: groups?.by ?? null, order: ranks?.order ?? null };
}

/** Adds the current view to the history if the next state shows a different one. Marks end with their view. */
export function rememberView(state: State, next: State): State {
  const [before, after] = [viewOf(state), viewOf(next)];
  const isSame =
    before.filterText === after.filterText &&
    before.by === after.by &&
    before.order?.kind === after.order?.kind;
  if (isSame) return next;
  return { ...next, marks: noMarks, past: [...state.past, before].slice(-MAX_VIEWS), future: [] };
}

/** Goes to the previous view, or forward again. Returns null if there is none in that direction. */
export function moveInHistory(state: State, direction: "back" | "forward"): State | null {
  const [from, to] =
    direction === "back" ? (["past", "future"] as const) : (["future", "past"] as const);
  const view = state[from].at(-1);
  if (!view) return null;
  return {
    ...showView(state, view),
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], viewOf(state)],
  };
}

function showView(state: State, { filterText, filter, by, order }: View): State {
  return {
    ...state,
    filterText,
    filter,
    list: startList(),
    totals: null,
    groups: by && startGroups(by),
    ranks: order && startRanks(order),
    focus: "list",
    detailTop: 0,
    dialog: null,
    marks: noMarks,
  };
}
