import { clickCursor, type GroupKind } from "@fairclick/core/clicks/flagged-clicks-schema";
import { openAct, pressInAct } from "./act-dialog";
import { planAct } from "./acts";
import { type CommandDialog, openCommand, pressInCommand } from "./command-dialog";
import { openFilter, pressInFilter } from "./filter-dialog";
import { withCampaignIds } from "./filter-text";
import { startGroups } from "./group-list";
import { helpLines, helpRows } from "./help-lines";
import { moveInHistory, rememberView } from "./history";
import type { Key } from "./keys";
import type { Size } from "./layout";
import { markAll, markRange, toggleMark } from "./mark-rows";
import { noMarks } from "./marks";
import { pressToMove } from "./move-keys";
import { applyFilter, goBack, openRow, pivot, showLinksOfAddress, showPaid } from "./narrow";
import { planMarked } from "./plan-marked";
import { rankKeys, sortByNext, startCreators, startRanking } from "./rank-keys";
import { startRanks } from "./rank-list";
import { openRelated, pressInRelated } from "./related-dialog";
import { openName, openSaved, pressInName, pressInSaved, type SavedDialog } from "./saved-dialog";
import { pressToScroll } from "./scroll-keys";
import {
  type HelpDialog,
  knownNames,
  type State,
  selectedCreator,
  selectedLink,
  selectedName,
  selectedRank,
  selectedTarget,
  selectedTime,
  showMessage,
} from "./state";
import { openTimeline, pressInTimeline, type Timeline } from "./timeline";

export type Press = { key: Key; now: Date };

/** Returns the state after a key press. */
export function press(state: State, { key, now }: Press): State {
  if (key.name === "interrupt") return { ...state, isOver: true };
  const { dialog } = state;
  if (dialog?.kind === "help") return { ...state, dialog: pressInHelp(dialog, key, state.size) };
  if (dialog?.kind === "act") return { ...state, dialog: pressInAct(dialog, key) };
  if (dialog?.kind === "related") {
    return { ...state, dialog: pressInRelated(dialog, key, state.size) };
  }
  if (dialog?.kind === "filter") {
    return rememberView(state, pressFilter(state, dialog, { key, now }));
  }
  if (dialog?.kind === "command") {
    return rememberView(state, pressCommand(state, dialog, { key, now }));
  }
  if (dialog?.kind === "timeline") {
    return rememberView(state, pressTimeline(state, dialog, { key, now }));
  }
  if (dialog?.kind === "name") return { ...state, dialog: pressInName(dialog, key) };
  if (dialog?.kind === "saved") {
    return rememberView(state, pressSaved(state, dialog, { key, now }));
  }
  const plain = { ...state, message: null };
  if (key.name === "left" || key.name === "right") {
    return moveInHistory(plain, key.name === "left" ? "back" : "forward") ?? plain;
  }
  return rememberView(state, pressInList(plain, { key, now }));
}

function pressInHelp({ top }: HelpDialog, key: Key, size: Size): HelpDialog | null {
  const scrolled = pressToScroll(key, { top, lines: helpLines.length, rows: helpRows(size) });
  return scrolled === null ? null : { kind: "help", top: scrolled };
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

function pressCommand(state: State, dialog: CommandDialog, { key, now }: Press): State {
  const next = pressInCommand(dialog, key);
  if (next === null || "kind" in next) return { ...state, dialog: next };
  const listed = { ...state, dialog: null, focus: "list" as const };
  return pressInList(listed, { key: { name: null, text: next.key }, now });
}

function pressTimeline(state: State, timeline: Timeline, { key, now }: Press): State {
  const next = pressInTimeline(timeline, key, { size: state.size, now });
  if (next === null || "kind" in next) return { ...state, dialog: next };
  return { ...applyFilter(state, next.filter, now), groups: null, ranks: null };
}

function pressSaved(state: State, dialog: SavedDialog, { key, now }: Press): State {
  const next = pressInSaved(dialog, key);
  if (next === null || "kind" in next) return { ...state, dialog: next };
  return applyFilter(state, next.filter, now);
}

function pressInList(state: State, { key, now }: Press): State {
  const moved = pressToMove(state, key);
  if (moved) return moved;
  if (key.name === "tab") return { ...state, focus: state.focus === "list" ? "detail" : "list" };
  if (key.name === "enter") return openRow(state, now);
  if (key.name === "escape") {
    return state.marks.rows.size > 0 ? { ...state, marks: noMarks } : goBack(state, now);
  }
  switch (key.text) {
    case " ":
    case "V":
    case "A":
      return mark(state, key.text);
    case "q":
      return { ...state, isOver: true };
    case "?":
      return { ...state, dialog: { kind: "help", top: 0 } };
    case ":":
      return { ...state, dialog: openCommand() };
    case "/":
      return { ...state, dialog: openFilter(state.filterText) };
    case "f":
      return { ...state, dialog: openSaved() };
    case "F":
      return nameFilter(state);
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
      return showRelated(state, now);
    case "T":
      return showTimeline(state, now);
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

/** Space marks the selected row and moves on. */
function mark(state: State, key: " " | "V" | "A"): State {
  const keys = { " ": toggleMark, V: markRange, A: markAll };
  const { marks, problem } = keys[key](state);
  const marked = { ...state, marks };
  if (problem !== null) return showMessage(marked, { tone: "bad", text: problem });
  return key === " " ? (pressToMove(marked, { name: "down", text: "" }) ?? marked) : marked;
}

/**
 * Shows the accounts related to the selected creator. For an address it lists the links with clicks from
 * there, and for other values the creators: the same key on one of these rows shows the accounts.
 */
function showRelated(state: State, now: Date): State {
  const creator = selectedCreator(state);
  if (creator) return { ...state, dialog: openRelated(creator) };
  const address = selectedTarget(state)?.address;
  if (address) return showLinksOfAddress(state, address, now);
  const rank = selectedRank(state);
  return rank ? startCreators(state, rank.name) : state;
}

function showTimeline(state: State, now: Date): State {
  const link = selectedLink(state);
  const text = "Select a click or a link: a timeline shows the clicks of one link";
  if (!link) return showMessage(state, { tone: "bad", text });
  const dialog = openTimeline(link, selectedTime(state, now), { size: state.size, now });
  return { ...state, dialog };
}

function nameFilter(state: State): State {
  const { filterText } = state;
  if (filterText !== "") {
    return { ...state, dialog: openName(withCampaignIds(filterText, knownNames(state))) };
  }
  return showMessage(state, { tone: "bad", text: "There is no filter to save: type one with /" });
}

function copySelected(state: State): State {
  const text = selectedName(state);
  if (text === null) return state;
  return showMessage({ ...state, copied: { text } }, { tone: "faint", text: `Copied ${text}` });
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
  const marked = [...state.marks.rows.values()];
  const target = selectedTarget(state);
  const plan = marked.length > 0 ? planMarked(key, marked) : target && planAct(key, target);
  if (!plan) return state;
  if (typeof plan === "string") return showMessage(state, { tone: "bad", text: plan });
  return { ...state, dialog: openAct(plan) };
}
