import { clickCursor, type GroupKind } from "@fairclick/core/clicks/flagged-clicks-schema";
import { openAct, pressInAct } from "./act-dialog";
import { planAct } from "./acts";
import { moveCursor, startList, toNewest } from "./click-list";
import { detailLines } from "./detail-lines";
import { openFilter, pressInFilter } from "./filter-dialog";
import { filterWord, parseFilter, togglePaid } from "./filter-text";
import { moveGroupCursor, startGroups } from "./group-list";
import { moveInHistory, rememberView } from "./history";
import type { Key } from "./keys";
import { layOut } from "./layout";
import { rankKeys, sortByNext, startRanking } from "./rank-keys";
import { moveRankCursor, startRanks } from "./rank-list";
import { openRelated, pressInRelated } from "./related-dialog";
import {
  knownNames,
  type Message,
  type State,
  selectedClick,
  selectedCreator,
  selectedDetail,
  selectedGroup,
  selectedName,
  selectedRank,
  selectedTarget,
} from "./state";

export type Press = { key: Key; now: Date };

/** Returns the state after a key press. */
export function press(state: State, { key, now }: Press): State {
  if (key.name === "interrupt") return { ...state, isOver: true };
  const { dialog } = state;
  if (dialog?.kind === "help") return { ...state, dialog: null };
  if (dialog?.kind === "act") return { ...state, dialog: pressInAct(dialog, key) };
  if (dialog?.kind === "related") {
    return { ...state, dialog: pressInRelated(dialog, key, state.size) };
  }
  if (dialog?.kind === "filter") {
    return rememberView(state, pressFilter(state, dialog, { key, now }));
  }
  const plain = { ...state, message: null };
  if (key.name === "left" || key.name === "right") {
    return moveInHistory(plain, key.name === "left" ? "back" : "forward") ?? plain;
  }
  return rememberView(state, pressInList(plain, { key, now }));
}

function pressFilter(
  state: State,
  dialog: Parameters<typeof pressInFilter>[0],
  { key, now }: Press,
): State {
  if (key.name === "escape") return { ...state, dialog: null };
  if (key.name !== "enter") {
    return { ...state, dialog: pressInFilter(dialog, key, knownNames(state)) };
  }
  return applyFilter(state, dialog.text, now);
}

function pressInList(state: State, { key, now }: Press): State {
  const moved = state.focus === "detail" ? moveDetail(state, key) : moveList(state, key);
  if (moved) return moved;
  if (key.name === "tab") return { ...state, focus: state.focus === "list" ? "detail" : "list" };
  if (key.name === "enter") return open(state, now);
  if (key.name === "escape") return goBack(state, now);
  switch (key.text) {
    case "q":
      return { ...state, isOver: true };
    case "?":
      return { ...state, dialog: { kind: "help" } };
    case "/":
      return { ...state, dialog: openFilter(state.filterText) };
    case "1":
      return { ...state, groups: null, ranks: null, detailTop: 0 };
    case "2":
      return startGrouping(state, "link");
    case "3":
      return startGrouping(state, "address");
    case "R":
      return reload(state);
    case "S":
      return sortByNext(state);
    case "t":
      return showRelated(state);
    case "v":
      return showPaid(state, now);
    case "y":
      return copySelected(state);
    case "c":
    case "o":
    case "i":
      return pivot(state, key.text, now);
    case "u":
      return undo(state);
    default: {
      const kind = rankKeys.get(key.text);
      return kind ? startRanking(state, kind) : act(state, key.text);
    }
  }
}

function showRelated(state: State): State {
  const creator = selectedCreator(state);
  if (creator) return { ...state, dialog: openRelated(creator) };
  const text = "Select a click or a link: an address belongs to no account";
  return showMessage(state, { tone: "bad", text });
}

/** Toggles between clicks of every verdict and flagged clicks only. */
function showPaid(state: State, now: Date): State {
  const { campaign, creator, address } = state.filter;
  if ((campaign && creator) || address) {
    return applyFilter(state, togglePaid(state.filterText), now);
  }
  const text = "Paid clicks are shown of one link or address: open one with o, i, 2, 3 or 4";
  return showMessage(state, { tone: "bad", text });
}

function copySelected(state: State): State {
  const text = selectedName(state);
  if (text === null) return state;
  return showMessage({ ...state, copied: { text } }, { tone: "faint", text: `Copied ${text}` });
}

function cursorStep({ name, text }: Key, page: number): number | null {
  if (name === "up" || text === "k") return -1;
  if (name === "down" || text === "j") return 1;
  if (name === "pageUp") return -page;
  if (name === "pageDown" || text === " ") return page;
  if (name === "end" || text === "G") return Number.MAX_SAFE_INTEGER;
  return null;
}

function moveList(state: State, key: Key): State | null {
  const height = layOut(state.size).listRows;
  const { list, groups, ranks } = state;
  if (key.name === "home" || key.text === "g") {
    if (ranks) return { ...state, ranks: { ...ranks, cursor: 0, top: 0 } };
    return groups
      ? { ...state, groups: { ...groups, cursor: 0, top: 0 } }
      : { ...state, list: toNewest(list), detailTop: 0 };
  }
  const step = cursorStep(key, height);
  if (step === null) return null;
  if (ranks) return { ...state, ranks: moveRankCursor(ranks, step, height) };
  return groups
    ? { ...state, groups: moveGroupCursor(groups, step, height) }
    : { ...state, list: moveCursor(list, step, height), detailTop: 0, detailError: null };
}

function moveDetail(state: State, key: Key): State | null {
  if (key.name === "home" || key.text === "g") return { ...state, detailTop: 0 };
  const layout = layOut(state.size);
  const step = cursorStep(key, layout.detailRows);
  if (step === null) return null;
  const detail = selectedDetail(state);
  const lines = detail ? detailLines(detail, layout).length : 0;
  const last = Math.max(0, lines - layout.detailRows);
  return { ...state, detailTop: Math.max(0, Math.min(state.detailTop + step, last)) };
}

function open(state: State, now: Date): State {
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

/** Moves from the detail to the list, and from a filtered list to all flagged clicks. */
function goBack(state: State, now: Date): State {
  if (state.focus === "detail") return { ...state, focus: "list" };
  return state.filterText === "" ? state : applyFilter(state, "", now);
}

/** Filters by the creator, link or address of the selected click; for link and address with any verdict. */
function pivot(state: State, key: "c" | "o" | "i", now: Date): State {
  const click = selectedClick(state);
  if (!click) return state;
  const creator = filterWord("creator", click.creatorName);
  if (key === "c") return applyFilter(state, creator, now);
  if (key === "o") return applyFilter(state, `any campaign:${click.campaignId} ${creator}`, now);
  if (click.address === null)
    return showMessage(state, { tone: "bad", text: "The IP address of this click is deleted" });
  return applyFilter(state, `any ${filterWord("address", click.address)}`, now);
}

function applyFilter(state: State, text: string, now: Date): State {
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
  return { ...state, ...start, filterText: text.trim(), filter };
}

function startGrouping(state: State, by: GroupKind): State {
  return { ...state, groups: startGroups(by), ranks: null, focus: "list" };
}

/** Reloads the list; keeps the position if it is far from the newest click. */
function reload(state: State): State {
  const { list, groups, ranks } = state;
  if (ranks) return { ...state, ranks: startRanks(ranks.order) };
  if (groups) return { ...state, groups: startGroups(groups.by, groups.sort) };
  const [first] = list.rows;
  const isFar = !list.isNewest && first !== undefined;
  const request = isFar
    ? { part: "newer" as const, after: clickCursor(first) }
    : { part: "first" as const };
  return { ...state, details: [], list: { ...list, request } };
}

function undo(state: State): State {
  const last = state.done.findLast((done) => done.undo !== null);
  if (!last?.undo) return showMessage(state, { tone: "faint", text: "Nothing to undo" });
  return { ...state, dialog: openAct(last.undo, last.act.kind) };
}

function act(state: State, key: string): State {
  const target = selectedTarget(state);
  const plan = target && planAct(key, target);
  if (!plan) return state;
  if (typeof plan === "string") return showMessage(state, { tone: "bad", text: plan });
  return { ...state, dialog: openAct(plan) };
}

function showMessage(state: State, message: Message): State {
  return { ...state, message };
}
