import { type Todo, todoKinds } from "@fairclick/core/operations/todo-schema";
import { editText, type Key } from "../inspect/keys";
import type { Size } from "../inspect/layout";
import { findActions, kindNames } from "./todo-acts";
import {
  type ActDialog,
  itemKey,
  listItems,
  openShow,
  type ShowDialog,
  selectedIndex,
  type TodoState,
} from "./todo-state";

export type TodoEvent =
  | { type: "pressed"; key: Key }
  | { type: "resized"; size: Size }
  | { type: "ticked"; now: Date }
  | { type: "read"; todo: Todo; now: Date }
  | { type: "notRead"; problem: string }
  /** The output of a command; `dialog` is the one that ran it. */
  | { type: "ran"; dialog: ActDialog | ShowDialog; isDone: boolean; lines: readonly string[] };

/** Returns the state after an event, without side effects. */
export function reduceTodo(state: TodoState, event: TodoEvent): TodoState {
  switch (event.type) {
    case "resized":
      return { ...state, size: event.size };
    case "ticked":
      return { ...state, now: event.now.getTime() };
    case "read":
      return receive(state, event.todo, event.now.getTime());
    case "notRead":
      return { ...state, problem: event.problem };
    case "ran":
      return event.dialog === state.dialog ? finish(state, event) : state;
    case "pressed":
      return press({ ...state, message: null }, event.key);
  }
}

/** Keeps the selection; if the item is gone, selects the one now at its position. */
function receive(state: TodoState, todo: Todo, now: number): TodoState {
  const before = listItems(state);
  const place = selectedIndex(state, before);
  const next = { ...state, todo, problem: null, readAt: now, now };
  const items = listItems(next);
  const isThere = items.some((item) => itemKey(item) === state.selected);
  const selected = isThere ? state.selected : keyAt(items, Math.min(place, items.length - 1));
  return { ...next, selected };
}

function keyAt(items: ReturnType<typeof listItems>, index: number): string | null {
  const item = items[Math.max(0, index)];
  return item ? itemKey(item) : null;
}

function finish(
  state: TodoState,
  { dialog, isDone, lines }: Extract<TodoEvent, { type: "ran" }>,
): TodoState {
  if (dialog.kind === "show") return { ...state, dialog: { ...dialog, lines } };
  if (!isDone) return { ...state, dialog: { ...dialog, stage: "asking", lines, isError: true } };
  if (dialog.stage === "checking") {
    return { ...state, dialog: { ...dialog, stage: "confirming", lines, isError: false } };
  }
  const text = `${kindNames[dialog.item.kind]} ${dialog.item.who ?? dialog.item.id}: ${dialog.act.label}`;
  return {
    ...state,
    dialog: null,
    message: { tone: "good", text },
    done: [...state.done, text],
    turn: state.turn + 1,
  };
}

function press(state: TodoState, key: Key): TodoState {
  if (key.name === "interrupt") return { ...state, isOver: true };
  const { dialog } = state;
  if (dialog?.kind === "act") return { ...state, dialog: pressInAct(dialog, key) };
  if (dialog?.kind === "show") return { ...state, dialog: pressInShow(dialog, key) };
  if (dialog) return { ...state, dialog: null };
  return pressInList(state, key);
}

function pressInAct(dialog: ActDialog, key: Key): ActDialog | null {
  if (key.name === "escape") return dialog.stage === "doing" ? dialog : null;
  if (dialog.stage === "confirming") {
    if (key.text === "y") return { ...dialog, stage: "doing" };
    return key.text === "n" ? null : dialog;
  }
  if (dialog.stage !== "asking") return dialog;
  if (key.name !== "enter") {
    return { ...dialog, text: editText(dialog.text, key), lines: [], isError: false };
  }
  if (dialog.text.trim() === "")
    return { ...dialog, lines: ["A text is required."], isError: true };
  return { ...dialog, stage: "checking", lines: [], isError: false };
}

function pressInShow(dialog: ShowDialog, key: Key): ShowDialog | null {
  if (dialog.lines === null) return key.name === "escape" ? null : dialog;
  const last = Math.max(0, dialog.lines.length - 1);
  const move = (by: number) => ({
    ...dialog,
    top: Math.min(last, Math.max(0, dialog.top + by)),
  });
  if (key.name === "down" || key.text === "j") return move(1);
  if (key.name === "up" || key.text === "k") return move(-1);
  if (key.name === "pageDown" || key.text === " ") return move(10);
  if (key.name === "pageUp") return move(-10);
  return key.name === "escape" || key.name === "enter" || key.text === "q" ? null : dialog;
}

const PAGE = 10;

function pressInList(state: TodoState, key: Key): TodoState {
  const items = listItems(state);
  const place = selectedIndex(state, items);
  const go = (index: number) => ({
    ...state,
    selected: keyAt(items, Math.min(items.length - 1, index)),
  });
  switch (key.name ?? key.text) {
    case "down":
    case "j":
      return go(place + 1);
    case "up":
    case "k":
      return go(place - 1);
    case "pageDown":
      return go(place + PAGE);
    case "pageUp":
      return go(place - PAGE);
    case "home":
      return go(0);
    case "end":
      return go(items.length - 1);
    case "s":
      return { ...state, order: state.order === "age" ? "money" : "age" };
    case "tab":
    case "right":
      return turnKind(state, 1);
    case "left":
      return turnKind(state, -1);
    case "escape":
      return { ...state, kind: null };
    case "g":
      return { ...state, turn: state.turn + 1 };
    case "?":
      return { ...state, dialog: { kind: "help" } };
    case "q":
      return { ...state, isOver: true };
  }
  const item = items[place];
  return item ? actOn(state, item, key) : state;
}

function actOn(state: TodoState, item: ReturnType<typeof listItems>[number], key: Key): TodoState {
  if (key.name === "enter") {
    const dialog = openShow(item);
    if (dialog) return { ...state, dialog };
    return { ...state, message: { tone: "faint", text: "The list shows everything about it." } };
  }
  const act = findActions(item).acts.find((each) => each.key === key.text);
  if (!act) return state;
  const asking = { text: "", stage: "asking", lines: [], isError: false } as const;
  return { ...state, dialog: { kind: "act", item, act, ...asking } };
}

/** Goes to the next or previous kind that has items; all kinds come before the first. */
function turnKind(state: TodoState, by: 1 | -1): TodoState {
  const kinds = [null, ...todoKinds.filter((kind) => hasItems(state, kind))];
  const place = Math.max(0, kinds.indexOf(state.kind));
  const kind = kinds[(place + by + kinds.length) % kinds.length] ?? null;
  const next = { ...state, kind };
  return { ...next, selected: keyAt(listItems(next), 0) };
}

function hasItems({ todo }: TodoState, kind: string): boolean {
  return todo?.items.some((item) => item.kind === kind) ?? false;
}
