import { once } from "node:events";
import { PassThrough } from "node:stream";
import { Box, renderToString } from "ink";
import { describe, expect, it } from "vitest";
import { flaggedClick, flaggedClickDetail } from "../../testing/flagged-click";
import { suspect, topNetwork } from "../../testing/suspect";
import { InspectScreen } from "./inspect-screen";
import type { Key } from "./keys";
import { createMouseReader, type Mouse } from "./mouse";
import { suspectRow, valueRow } from "./rank-rows";
import { type Event, reduce } from "./reduce";
import { type State, startState } from "./state";
import { takeMouse } from "./take-mouse";

const now = new Date("2026-03-01T13:00:00Z");
const small = { columns: 80, rows: 24 };
const large = { columns: 160, rows: 40 };

const ESC = "\u001b";

describe("reports of the mouse", () => {
  it.each<[string, Mouse[]]>([
    ["[<0;5;4M", [{ kind: "select", x: 4, y: 3 }]],
    ["[<2;5;4M", [{ kind: "mark", x: 4, y: 3 }]],
    ["[<16;5;4M", [{ kind: "select", x: 4, y: 3 }]],
    ["[<64;1;1M", [{ kind: "wheelUp", x: 0, y: 0 }]],
    ["[<65;1;1M", [{ kind: "wheelDown", x: 0, y: 0 }]],
    ["[<0;5;4m", []],
    ["[<35;5;4M", []],
    ["[<0;0;4M", []],
  ])("%s", (input, mice) => {
    expect(createMouseReader()(ESC + input)).toEqual({ mice, text: "" });
  });

  it("can arrive in two parts and among keys, and are not typed", () => {
    const read = createMouseReader();
    expect(read(`j${ESC}[<0;1`)).toEqual({ mice: [], text: "j" });
    const mice = [{ kind: "select", x: 11, y: 3 }];
    expect(read(`2;4M${ESC}[<0;12;4mk`)).toEqual({ mice, text: "k" });
    expect(read("9")).toEqual({ mice: [], text: "9" });
  });

  it("do not swallow what is typed", () => {
    const read = createMouseReader();
    for (const text of ["[", "<", "[<0;1;1M", ESC, `${ESC}[`, `${ESC}[A`, `${ESC}[<0;x`]) {
      expect(read(text)).toEqual({ mice: [], text });
    }
    expect(read(`${ESC}[<0;1`).text).toBe("");
    expect(read("q").text).toBe(`${ESC}[<0;1q`);
    expect(read(`${ESC}[<${"1;".repeat(50_000)}`).mice).toEqual([]);
  });

  it("are taken out of the terminal's input", async () => {
    const terminal = new PassThrough();
    const { stdin, mouse } = takeMouse(terminal as unknown as NodeJS.ReadStream);
    const seen: unknown[] = [];
    const end = mouse.subscribe((report) => seen.push(report.kind));
    const readable = once(stdin, "readable");
    terminal.write(`a${ESC}[<65;1;1Mb`);
    await readable;
    seen.push(stdin.read(), stdin.read());
    expect(seen).toEqual(["wheelDown", "ab", null]);
    end();
    terminal.write(`${ESC}[<65;1;1M`);
    await once(stdin, "readable");
    stdin.read();
    expect(seen).toHaveLength(3);
  });
});

function play(state: State, ...events: (Event | string | Mouse)[]): State {
  return events.reduce<State>((before, event) => {
    if (typeof event === "string") {
      const key: Key = { name: null, text: event };
      return reduce(before, { type: "pressed", key, now });
    }
    return reduce(before, "type" in event ? event : { type: "moused", mouse: event, now });
  }, state);
}

function start(size = small, count = 40): State {
  const state = startState(size);
  const request = state.list.request ?? { part: "first" };
  const rows = Array.from({ length: count }, (_, n) => flaggedClick({ id: `click-${n}` }));
  return play(
    state,
    { type: "listed", request, page: { rows, hasMore: false } },
    { type: "shown", detail: flaggedClickDetail({ id: "click-0" }) },
  );
}

function ranked(key: string, size = small): State {
  const state = play(startState(size), key);
  const request = state.ranks?.request;
  if (!request) throw new Error("No ranks are requested");
  const rows =
    request.kind === "suspects"
      ? ["ann", "berta"].map((name) => suspectRow(suspect(name)))
      : [valueRow(request.kind, topNetwork)];
  return play(state, { type: "ranked", request, page: { rows, said: "" } });
}

/** Returns where a text is on the drawn screen. */
function find(state: State, text: string): { x: number; y: number } {
  const { columns, rows } = state.size;
  const frame = renderToString(
    <Box width={columns} height={rows} flexDirection="column">
      <InspectScreen state={state} />
    </Box>,
    { columns },
  );
  const lines = frame.split("\n");
  const y = lines.findIndex((line) => line.includes(text));
  if (y < 0) throw new Error(`${text} is not in:\n${frame}`);
  return { x: lines[y]?.indexOf(text) ?? 0, y };
}

const on = (place: { x: number; y: number }, kind: Mouse["kind"] = "select"): Mouse => ({
  kind,
  ...place,
});

describe.each([
  ["80 × 24", small],
  ["160 × 40", large],
])("the mouse at %s", (_, size) => {
  it("selects a row, also after scrolling, and marks one", () => {
    const first = find(start(size), ">?");
    const third = play(start(size), on({ ...first, y: first.y + 2 }));
    expect(third.list.cursor).toBe(2);
    const scrolled = play(start(size), "G", on(first));
    expect(scrolled.list.cursor).toBe(scrolled.list.top);
    expect(scrolled.list.top).toBeGreaterThan(0);
    const marked = play(start(size), on({ ...first, y: first.y + 1 }, "mark"));
    expect([...marked.marks.rows.keys()]).toEqual(["click-1"]);
    expect(play(start(size, 2), on({ ...first, y: first.y + 5 })).list.cursor).toBe(0);
  });

  it.each([
    ["4", "/48", "net48"],
    ["4", "paid", "money"],
    ["4", "odd", "odd"],
    ["6", "share", "clicks"],
    ["6", "links", "links"],
    ["6", "paid", "money"],
  ])("sorts %s by the heading %s", (key, heading, sort) => {
    const state = ranked(key, size);
    const { x, y } = find(state, ` ${heading} `);
    expect(y).toBe(1);
    for (const place of [x + 1, x + heading.length]) {
      expect(play(state, on({ x: place, y })).ranks?.order.sort).toBe(sort);
    }
    expect(play(state, on({ x: 2, y })).message?.text).toContain("cannot be sorted");
  });

  it("sorts groups by clicks and by money", () => {
    const groups = play(start(size), "2");
    const clicks = find(groups, "clicks    held");
    const byClicks = play(groups, on(clicks));
    expect(byClicks.groups?.sort).toBe("clicks");
    expect(play(byClicks, on(find(groups, "at stake"))).groups?.sort).toBe("money");
    expect(play(groups, on(find(groups, "held invalid"))).groups).toBe(groups.groups);
  });

  it("scrolls what is below the pointer", () => {
    const state = start(size);
    const row = on(find(state, ">?"), "wheelDown");
    expect(play(state, row).list.cursor).toBe(3);
    expect(play(state, row, { ...row, kind: "wheelUp" }).list.cursor).toBe(0);
    const detail = on(find(state, "Money at stake"), "wheelDown");
    const scrolled = play(state, detail);
    expect(scrolled.list.cursor).toBe(0);
    expect(scrolled.focus).toBe("list");
    if (size === small) expect(scrolled.detailTop).toBe(3);
    expect(play(state, { ...detail, kind: "select" }).focus).toBe("detail");
  });

  it("zooms a timeline, and selects a step of it", () => {
    const state = play(start(size), "T");
    const axis = find(state, "└");
    const chosen = play(state, on({ x: axis.x + 1, y: axis.y }));
    const timeline = chosen.dialog?.kind === "timeline" ? chosen.dialog : null;
    const { to, count } = timeline?.wanted ?? { to: 0, count: 0 };
    expect(timeline?.cursor).toBe(to - count * 3_600_000);
    const step = (mouse: Mouse) => play(chosen, mouse).dialog;
    expect(step(on(axis, "wheelUp"))).toMatchObject({ wanted: { step: "minute" } });
    expect(step(on(axis, "wheelDown"))).toMatchObject({ wanted: { step: "day" } });
  });
});

it("the mouse decides nothing in dialogs, and scrolls the help", () => {
  const asking = play(start(), "a");
  for (const kind of ["select", "mark", "wheelDown"] as const) {
    expect(play(asking, on({ x: 3, y: 4 }, kind)).dialog).toBe(asking.dialog);
  }
  const help = play(start(), "?", on({ x: 3, y: 4 }, "wheelDown"));
  expect(help.dialog).toEqual({ kind: "help", top: 3 });
  expect(play(start(), "/", on({ x: 3, y: 4 })).dialog).toMatchObject({ kind: "filter" });
});

it("the mouse says that clicks are sorted by time", () => {
  expect(play(start(), on({ x: 5, y: 1 })).message?.text).toContain("sorted by time");
});
