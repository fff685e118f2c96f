import { describe, expect, it } from "vitest";
import type { Act, Page, Row, Source, View } from "../frame/host";
import { type Event, reduce } from "./screen-app";
import {
  type ActDialog,
  actCommand,
  countNewer,
  type Key,
  type State,
  selectedRow,
  startState,
  wantedCursor,
} from "./state";

const now = new Date("2026-11-23T12:00:00Z");
const release: Act = {
  ...{ key: "a", label: "release", prompt: "Reason", stake: null },
  ...{
    command: ["withdrawals", "decide", "release"],
    subjects: ["w1"],
    undo: ["withdrawals", "decide", "hold"],
  },
};
const rowOf = (key: string, given: Partial<Row> = {}): Row => ({
  ...{ key, name: `item ${key}`, cells: [key], tone: null, about: [], show: ["show", key] },
  ...{ acts: [release], views: [], ...given },
});
const pageOf = (keys: string, given: Partial<Page> = {}): Page => ({
  rows: [...keys].map((key) => rowOf(key)),
  ...{ cursor: null, title: "", warning: null, tabs: [start, held], views: [], ...given },
});
const viewOf = (name: string): View => ({ name, read: async () => pageOf("") });
const start = viewOf("all");
const held = viewOf("held");
const source: Source = {
  ...{ columns: [], start, emptyText: "None.", help: [], pollMs: 1_000 },
  run: async () => ({ isDone: true, text: "" }),
};

const pressed = (key: Partial<Key>): Event => ({
  type: "pressed",
  key: { name: null, text: "", ...key },
});
const type = (text: string) => [...text].map((each) => pressed({ text: each }));
const apply = (state: State, ...events: Event[]) => events.reduce(reduce, state);
const read = (
  page: Page,
  { cursor = null, view = start }: Partial<Event & { type: "read" }> = {},
) => ({ type: "read", view, cursor, page, now }) satisfies Event;
const begun = startState(source, { columns: 100, rows: 30 }, now);
const keys = ({ rows }: State) => rows.map(({ key }) => key).join("");
const getAct = ({ dialog }: State): ActDialog => {
  if (dialog?.kind !== "act") throw new Error("No act is open");
  return dialog;
};

describe("the list", () => {
  const listed = apply(begun, read(pageOf("cba", { cursor: "3" })));

  it("keeps the selected row when newer ones arrive, and counts them", () => {
    const second = apply(listed, pressed({ text: "j" }), read(pageOf("edcba", { cursor: "5" })));
    expect([keys(second), selectedRow(second)?.key, countNewer(second)]).toEqual(["edcba", "b", 2]);
    const top = apply(second, pressed({ text: "g" }));
    expect([selectedRow(top)?.key, countNewer(top), top.turn]).toEqual(["e", 0, 1]);
  });

  it("reads on near the end, and keeps the later rows when the first page is read again", () => {
    expect(wantedCursor(listed)).toBe("3");
    const more = apply(listed, read(pageOf("a98"), { cursor: "3" }));
    expect([keys(more), wantedCursor(more)]).toEqual(["cba98", null]);
    expect(keys(apply(more, read(pageOf("dca", { cursor: "2" }))))).toBe("dca98");
    expect(keys(apply(more, read(pageOf("c9"))))).toBe("c9");
  });

  it("does not close a gap below new rows unless the person is at the top", () => {
    const foreign = read(pageOf("zyx", { cursor: "x" }));
    expect(keys(apply(listed, foreign))).toBe("zyx");
    expect(keys(apply(listed, pressed({ name: "down" }), foreign))).toBe("cba");
  });

  it("selects what took the place of a row that is gone, and moves within the list", () => {
    const second = apply(listed, pressed({ name: "down" }));
    expect(selectedRow(apply(second, read(pageOf("ca"))))?.key).toBe("a");
    expect(apply(second, read(pageOf(""))).selected).toBeNull();
    expect(selectedRow(apply(listed, pressed({ name: "up" })))?.key).toBe("c");
    expect(selectedRow(apply(listed, pressed({ name: "end" })))?.key).toBe("a");
    expect(selectedRow(apply(listed, pressed({ name: "pageDown" })))?.key).toBe("a");
  });

  it("turns to other lists, ignores answers for the last one, and goes back to the same row only", () => {
    const turned = apply(listed, pressed({ name: "tab" }));
    expect([turned.view.name, keys(turned)]).toEqual(["held", ""]);
    expect(keys(apply(turned, read(pageOf("c"))))).toBe("");
    expect(apply(turned, pressed({ name: "escape" })).view.name).toBe("all");
    const deep = apply(
      turned,
      read(pageOf("xyz"), { view: held }),
      ...[pressed({ text: "j" }), pressed({ text: "j" })],
      ...[pressed({ name: "tab" }), pressed({ name: "escape" })],
    );
    expect([deep.view.name, selectedRow(deep)]).toEqual(["held", null]);
    expect(selectedRow(apply(deep, read(pageOf("wxyz"), { view: held })))?.key).toBe("z");
    const gone = apply(deep, read(pageOf("wxy"), { view: held }));
    expect(selectedRow(apply(gone, read(pageOf("wxy"), { view: held })))).toBeNull();
    expect([selectedRow(gone), apply(gone, ...type("a")).dialog]).toEqual([null, null]);
    expect(selectedRow(apply(gone, pressed({ text: "j" })))?.key).toBe("x");
    const views = [{ key: "c", label: "creator", view: viewOf("chris") }];
    const keyed = apply(begun, read({ ...pageOf(""), rows: [rowOf("a", { views })] }));
    expect(apply(keyed, pressed({ text: "c" })).view.name).toBe("chris");
  });

  it("stays when the server does not answer", () => {
    const lost = apply(listed, { type: "notRead", view: start, problem: "Nothing answers" });
    expect([lost.problem, keys(lost)]).toEqual(["Nothing answers", "cba"]);
    expect(apply(lost, read(pageOf("cba"))).problem).toBeNull();
  });
});

describe("the detail", () => {
  const listed = apply(begun, read(pageOf("ab")));

  it("keeps outputs until the rows are read again", () => {
    const shown = apply(listed, { type: "shown", key: "a", turn: 0, lines: ["one", "two"] });
    expect(shown.outputs.get("a")).toEqual(["one", "two"]);
    const again = apply(shown, pressed({ text: "g" }));
    expect(again.outputs.size).toBe(0);
    const late = apply(again, { type: "shown", key: "a", turn: 0, lines: ["old"] });
    expect(late.outputs.size).toBe(0);
  });

  it("opens, scrolls and closes", () => {
    const open = apply(
      listed,
      { type: "shown", key: "a", turn: 0, lines: ["one", "two"] },
      pressed({ name: "enter" }),
    );
    expect(apply(open, ...type("jjj")).dialog).toEqual({ kind: "detail", top: 1 });
    expect(apply(open, ...type("jk")).dialog).toEqual({ kind: "detail", top: 0 });
    expect(apply(open, pressed({ name: "escape" })).dialog).toBeNull();
    const empty = apply(begun, read(pageOf("")));
    const nothing = apply(empty, ...type("axjk"), pressed({ name: "enter" }));
    expect(nothing.dialog).toBeNull();
  });
});

describe("an act", () => {
  const listed = apply(begun, read(pageOf("ab")));
  const asking = apply(listed, pressed({ text: "a" }));

  it("asks for a reason, previews, asks for y, applies once, and can be undone", () => {
    expect(getAct(apply(asking, pressed({ name: "enter" })))).toMatchObject({
      stage: "asking",
      isError: true,
    });
    const checking = apply(asking, ...type(" a good month "), pressed({ name: "enter" }));
    const dialog = getAct(checking);
    const words = ["withdrawals", "decide", "release", "w1", "--reason", "a good month"];
    expect(actCommand(dialog)).toEqual([...words, "--dry-run"]);
    const lines = ["withdrawal.release", "To apply exactly this: --seen 3-abc"];
    const confirming = apply(checking, { type: "ran", dialog, isDone: true, lines });
    expect(getAct(confirming)).toMatchObject({ stage: "confirming", lines });
    expect(getAct(apply(confirming, pressed({ name: "enter" }))).stage).toBe("confirming");
    expect(apply(confirming, pressed({ text: "n" })).dialog).toBeNull();
    const doing = apply(confirming, ...type("yy"), pressed({ name: "escape" }));
    expect(actCommand(getAct(doing))).toEqual([...words, "--seen", "3-abc", "--yes"]);
    const done = apply(doing, { type: "ran", dialog: getAct(doing), isDone: true, lines: [] });
    expect(done).toMatchObject({
      ...{ dialog: null, turn: 1 },
      done: [{ text: "item a: release", reason: "a good month" }],
    });
    const undoing = apply(done, pressed({ text: "u" }), ...type("wrong one"));
    expect(actCommand(getAct(undoing))).toEqual([
      ...["withdrawals", "decide", "hold", "w1", "--reason", "wrong one", "--dry-run"],
    ]);
    expect(apply(listed, pressed({ text: "u" })).message?.text).toContain("nothing to undo");
  });

  it("keeps what was typed after a refusal, and ignores an answer that nobody waits for", () => {
    const checking = apply(asking, ...type("done"), pressed({ name: "enter" }));
    const dialog = getAct(checking);
    const ran: Event = { type: "ran", dialog, isDone: false, lines: ["It is closed."] };
    expect(getAct(apply(checking, ran))).toMatchObject({
      ...{ stage: "asking", reason: "done", isError: true },
    });
    const closed = apply(checking, pressed({ name: "escape" }));
    expect(apply(closed, ran)).toEqual(closed);
  });
});
