import { startList } from "./click-list";
import { openFilter } from "./filter-dialog";
import { filterWord, parseFilter, togglePaid } from "./filter-text";
import { joinFilter } from "./filter-words";
import { startGroups } from "./group-list";
import { startRanks } from "./rank-list";
import {
  knownNames,
  type State,
  selectedClick,
  selectedGroup,
  selectedRank,
  showMessage,
} from "./state";

/** Opens the selected row: a click's detail, or the clicks of a group or rank. */
export function openRow(state: State, now: Date): State {
  if (state.ranks) return openRank(state, now);
  const group = selectedGroup(state);
  if (!group) return { ...state, focus: "detail" };
  const words = group.address
    ? [filterWord("address", group.address)]
    : [`campaign:${group.campaignId}`, filterWord("creator", group.creatorName ?? "")];
  const text = [state.filterText, ...words].join(" ").trim();
  return { ...applyFilter(state, text, now), groups: null };
}

/** Shows the clicks of the selected row. Does nothing if the row has no filter, as for a user agent. */
function openRank(state: State, now: Date): State {
  const row = selectedRank(state);
  if (!row?.words) return state;
  const isLink = row.creator !== null;
  const verdict = state.filter.verdict === undefined ? "any" : "";
  const words = isLink ? [row.words] : [state.filterText, verdict, row.words];
  return { ...applyFilter(state, words.join(" ").trim(), now), ranks: null };
}

/** Shows the links with clicks from an address or a range, whatever their verdict. */
export function showLinksOfAddress(state: State, address: string, now: Date): State {
  const filtered = applyFilter(state, `any ${filterWord("address", address)}`, now);
  const shown = { ...filtered, groups: startGroups("link"), ranks: null };
  return showMessage(shown, { tone: "faint", text: "t shows the accounts related to a link" });
}

/** Moves from the detail to the list, and from a filtered list to all flagged clicks. */
export function goBack(state: State, now: Date): State {
  if (state.focus === "detail") return { ...state, focus: "list" };
  return state.filterText === "" ? state : applyFilter(state, "", now);
}

/** Filters by the creator, link or address of the selected click; for link and address with any verdict. */
export function pivot(state: State, key: "c" | "o" | "i", now: Date): State {
  const click = selectedClick(state);
  if (!click) return state;
  const creator = filterWord("creator", click.creatorName);
  if (key === "c") return applyFilter(state, creator, now);
  if (key === "o") return applyFilter(state, `any campaign:${click.campaignId} ${creator}`, now);
  if (click.address === null)
    return showMessage(state, { tone: "bad", text: "The IP address of this click is deleted" });
  return applyFilter(state, `any ${filterWord("address", click.address)}`, now);
}

export function applyFilter(state: State, text: string, now: Date): State {
  const parsed = parseFilter(text, knownNames(state), now);
  if (!parsed.ok) {
    const dialog = { ...openFilter(text), error: parsed.message };
    return { ...state, dialog };
  }
  const { filter } = parsed;
  const groups = state.groups && startGroups(state.groups.by, state.groups.sort);
  const ranks = state.ranks && startRanks(state.ranks.order);
  const start = {
    list: startList(),
    totals: null,
    groups,
    ranks,
    focus: "list" as const,
    detailTop: 0,
    dialog: null,
  };
  return { ...state, ...start, filterText: joinFilter(text), filter };
}

/** Toggles between clicks of every verdict and flagged clicks only. */
export function showPaid(state: State, now: Date): State {
  const { campaign, creator, address } = state.filter;
  if ((campaign && creator) || address) {
    return applyFilter(state, togglePaid(state.filterText), now);
  }
  const text = "Paid clicks are shown of one link or address: open one with o, i, 2, 3 or 4";
  return showMessage(state, { tone: "bad", text });
}
