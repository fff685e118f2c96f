import type { Todo, TodoItem } from "@fairclick/core/operations/todo-schema";
import { expect, it } from "vitest";
import type { Key } from "../inspect/keys";
import { reduceTodo, type TodoEvent } from "./reduce-todo";
import { actCommand, listItems, startTodo, type TodoState } from "./todo-state";

const now = new Date("2026-11-23T12:00:00Z");
const item = (given: Partial<TodoItem>): TodoItem => ({
  ...{ kind: "objections", id: "o1", waitsSince: "2026-11-20T12:00:00Z", micros: null },
  ...{ who: "chris", campaign: null, about: "They are bots.", ...given },
});
const objection = item({});
const held = item({
  kind: "held_clicks",
  id: "c1:u1",
  waitsSince: "2026-11-22T12:00:00Z",
  micros: "54000",
});
const release = item({
  kind: "withdrawals",
  id: "w1",
  waitsSince: "2026-11-21T12:00:00Z",
  micros: "9000000",
});
const makeTodo = (...items: TodoItem[]): Todo => ({
  at: now.toISOString(),
  sums: [],
  items,
  problems: [],
  hidden: [],
});

const read = (...items: TodoItem[]): TodoEvent => ({ type: "read", todo: makeTodo(...items), now });
const pressed = (key: Partial<Key>): TodoEvent => ({
  type: "pressed",
  key: { name: null, text: "", ...key },
});
const type = (text: string) => [...text].map((each) => pressed({ text: each }));
const after = (state: TodoState, ...events: TodoEvent[]) => events.reduce(reduceTodo, state);
const start = after(startTodo({ columns: 100, rows: 30 }, now), read(objection, held, release));
const ids = (state: TodoState) => listItems(state).map(({ id }) => id);
const openedAct = ({ dialog }: TodoState) => {
  if (dialog?.kind !== "act") throw new Error("No act is open");
  return dialog;
};

it("sorts by age, by money, and shows one kind at a time", () => {
  expect(ids(start)).toEqual(["o1", "w1", "c1:u1"]);
  expect(ids(after(start, pressed({ text: "s" })))).toEqual(["w1", "c1:u1", "o1"]);
  const one = after(start, pressed({ name: "tab" }));
  expect(ids(one)).toEqual(["c1:u1"]);
  expect(ids(after(one, pressed({ name: "left" })))).toEqual(["o1", "w1", "c1:u1"]);
  expect(ids(after(one, pressed({ name: "escape" })))).toHaveLength(3);
});

it("asks for a text, previews, asks for y and applies the act once", () => {
  const asking = after(start, pressed({ text: "j" }), pressed({ text: "a" }));
  expect(openedAct(after(asking, pressed({ name: "enter" })))).toMatchObject({
    stage: "asking",
    isError: true,
  });
  const checking = after(asking, ...type(" a good month "), pressed({ name: "enter" }));
  const dialog = openedAct(checking);
  expect(actCommand(dialog, "--dry-run")).toEqual([
    "withdrawals",
    "release",
    "w1",
    "--reason",
    "a good month",
    "--dry-run",
  ]);
  const lines = ["withdrawal.release"];
  const confirming = after(checking, { type: "ran", dialog, isDone: true, lines });
  expect(openedAct(confirming)).toMatchObject({ stage: "confirming", lines });
  expect(openedAct(after(confirming, pressed({ name: "enter" }))).stage).toBe("confirming");
  expect(after(confirming, pressed({ text: "n" })).dialog).toBeNull();
  const doing = after(
    confirming,
    pressed({ text: "y" }),
    pressed({ text: "y" }),
    pressed({ name: "escape" }),
  );
  expect(openedAct(doing).stage).toBe("doing");
  const done = after(doing, { type: "ran", dialog: openedAct(doing), isDone: true, lines: [] });
  expect(done).toMatchObject({ dialog: null, done: ["withdrawal chris: release"], turn: 1 });
});

it("keeps what was typed after a refusal, and ignores an answer that nobody waits for", () => {
  const checking = after(
    start,
    pressed({ text: "x" }),
    ...type("done"),
    pressed({ name: "enter" }),
  );
  const ran = {
    type: "ran",
    dialog: openedAct(checking),
    isDone: false,
    lines: ["It is closed."],
  } as const;
  expect(openedAct(after(checking, ran))).toMatchObject({
    stage: "asking",
    text: "done",
    isError: true,
  });
  const closed = after(checking, pressed({ name: "escape" }));
  expect(after(closed, ran)).toEqual(closed);
});

it("selects what took the place of an item that is gone, and keeps the place of the others", () => {
  const second = after(start, pressed({ name: "down" }));
  expect(second.selected).toBe("withdrawals w1");
  expect(after(second, read(release, objection)).selected).toBe("withdrawals w1");
  expect(after(second, read(objection, held)).selected).toBe("held_clicks c1:u1");
  expect(after(second, read()).selected).toBeNull();
});

it("shows an item, scrolls, and does nothing where there is nothing", () => {
  const shown = after(start, pressed({ name: "enter" }));
  expect(shown.dialog).toMatchObject({
    kind: "show",
    command: ["objections", "show", "o1"],
    lines: null,
  });
  const dialog = shown.dialog as Extract<typeof shown.dialog, { kind: "show" }>;
  expect(after(shown, pressed({ text: "j" })).dialog).toBe(dialog);
  const open = after(shown, { type: "ran", dialog, isDone: true, lines: ["a", "b"] });
  const scrolled = after(open, pressed({ text: "j" }), pressed({ text: "j" }));
  expect(scrolled.dialog).toMatchObject({ top: 1 });
  expect(after(open, pressed({ name: "escape" })).dialog).toBeNull();
  const nothing = after(start, read());
  const keys = ["a", "x", "j", "k", "s"].map((text) => pressed({ text }));
  expect(
    after(nothing, ...keys, pressed({ name: "enter" }), pressed({ name: "end" })).dialog,
  ).toBeNull();
});

it("keeps the list when the server does not answer", () => {
  const lost = after(start, { type: "notRead", problem: "Nothing answers" });
  expect(lost.problem).toBe("Nothing answers");
  expect(ids(lost)).toHaveLength(3);
  expect(after(lost, read(objection)).problem).toBeNull();
});
