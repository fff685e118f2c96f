import type { Todo, TodoItem, TodoKind } from "@fairclick/core/operations/todo-schema";
import type { Size } from "../inspect/layout";
import { sortItems, type TodoOrder } from "./sort-items";
import { findActions, type TodoAct } from "./todo-acts";

/**
 * The dialog of an act. Stages: the person types a text (`asking`), a dry run is fetched (`checking`)
 * and shown (`confirming`), the act is applied (`doing`).
 */
export type ActDialog = {
  kind: "act";
  item: TodoItem;
  act: TodoAct;
  text: string;
  stage: "asking" | "checking" | "confirming" | "doing";
  /** Output of the dry run, or the error. */
  lines: readonly string[];
  isError: boolean;
};

/** Output of the command that shows an item; null lines while it is fetched. */
export type ShowDialog = {
  kind: "show";
  item: TodoItem;
  command: readonly string[];
  lines: readonly string[] | null;
  top: number;
};

export type TodoState = {
  size: Size;
  /** Null until the first answer. */
  todo: Todo | null;
  /** Why the last read failed; null if it did not. */
  problem: string | null;
  readAt: number;
  now: number;
  order: TodoOrder;
  /** Only items of this kind; null for all. */
  kind: TodoKind | null;
  /** Key of the selected item. */
  selected: string | null;
  dialog: ActDialog | ShowDialog | { kind: "help" } | null;
  message: { tone: "good" | "faint"; text: string } | null;
  /** What the person has done, one line each. */
  done: readonly string[];
  /** Increased to read the list again at once. */
  turn: number;
  isOver: boolean;
};

export function startTodo(size: Size, now: Date): TodoState {
  return {
    size,
    ...{ todo: null, problem: null, readAt: now.getTime(), now: now.getTime() },
    ...{ order: "age", kind: null, selected: null, dialog: null, message: null },
    ...{ done: [], turn: 0, isOver: false },
  };
}

export function itemKey({ kind, id }: Pick<TodoItem, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/** Returns the items of the screen in their order. */
export function listItems({ todo, order, kind }: TodoState): TodoItem[] {
  const items = todo?.items.filter((item) => kind === null || item.kind === kind) ?? [];
  return sortItems(items, order);
}

/** Returns the place of the selected item; the first one if it is gone. */
export function selectedIndex(state: TodoState, items: readonly TodoItem[]): number {
  return Math.max(
    0,
    items.findIndex((item) => itemKey(item) === state.selected),
  );
}

/** Returns the words of an act's command line. `mode` applies it or only previews it. */
export function actCommand(
  { act, text }: Pick<ActDialog, "act" | "text">,
  mode: "--yes" | "--dry-run",
): string[] {
  return [...act.command, "--reason", text.trim(), mode];
}

export function openShow(item: TodoItem): ShowDialog | null {
  const { show } = findActions(item);
  return show && { kind: "show", item, command: show, lines: null, top: 0 };
}
