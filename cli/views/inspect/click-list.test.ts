import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import { describe, expect, it } from "vitest";
import { flaggedClick } from "../../testing/flagged-click";
import {
  type ClickList,
  MAX_ROWS,
  moveCursor,
  PAGE_ROWS,
  poll,
  receive,
  startList,
  toNewest,
} from "./click-list";

const HEIGHT = 20;
const START = Date.parse("2026-03-01T12:00:00Z");

/** The server's list: click 0 is the oldest, one a second. */
const click = (n: number): ListedClick =>
  flaggedClick({ id: `click-${n}`, clickedAt: new Date(START + n * 1_000).toISOString() });
const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, i) => click(from - i));

/** Answers the list's requests from clicks 0 to `newest`, until it sends none. */
function serve(list: ClickList, newest: number): ClickList {
  let served = list;
  while (served.request) served = receive(served, served.request, answer(served, newest));
  return served;
}

function answer({ request }: ClickList, newest: number) {
  const place = (cursor: string | undefined) => Number(cursor?.split("click-")[1]);
  if (request?.part === "older") return page(place(request.cursor) - 1);
  if (request?.part !== "newer") return page(newest);
  const after = place(request.after);
  const top = Math.min(newest, after + PAGE_ROWS);
  return { rows: rows(top, after + 1), hasMore: top < newest };
}

function page(from: number) {
  const to = Math.max(0, from - PAGE_ROWS + 1);
  return { rows: rows(from, to), hasMore: to > 0 };
}

const selected = (list: ClickList) => list.rows[list.cursor]?.id;
const topRow = (list: ClickList) => list.rows[list.top]?.id;

function scroll(list: ClickList, by: number, { steps, newest }: { steps: number; newest: number }) {
  let moved = list;
  for (let step = 0; step < steps; step += 1) moved = serve(moveCursor(moved, by, HEIGHT), newest);
  return moved;
}

describe("a list of 50,000 clicks", () => {
  const newest = 49_999;
  const start = serve(startList(), newest);

  it("starts with the newest page", () => {
    expect(start.rows).toHaveLength(PAGE_ROWS);
    expect(selected(start)).toBe("click-49999");
    expect(start).toMatchObject({ isNewest: true, isOldest: false, request: null });
  });

  it("scrolls to every click, and keeps few in memory", () => {
    let list = start;
    for (let expected = newest - HEIGHT; expected > 40_000; expected -= HEIGHT) {
      list = scroll(list, HEIGHT, { steps: 1, newest });
      expect(selected(list)).toBe(`click-${expected}`);
      expect(list.rows.length).toBeLessThanOrEqual(MAX_ROWS);
    }
    expect(list.isNewest).toBe(false);
    for (let expected = 41_000; expected < newest; expected += HEIGHT) {
      list = scroll(list, -HEIGHT, { steps: 1, newest });
    }
    list = scroll(list, -HEIGHT, { steps: 60, newest });
    expect(selected(list)).toBe("click-49999");
    expect(list.isNewest).toBe(true);
  });

  it("ends with the oldest", () => {
    const list = scroll(start, HEIGHT * 5, { steps: 501, newest });
    expect(selected(list)).toBe("click-0");
    expect(list).toMatchObject({ isOldest: true, request: null });
  });

  it("jumps to the newest click", () => {
    const far = scroll(start, HEIGHT, { steps: 200, newest });
    expect(far.isNewest).toBe(false);
    const back = serve(toNewest(far), newest);
    expect(back).toMatchObject({ cursor: 0, top: 0, isNewest: true });
    expect(selected(back)).toBe("click-49999");
  });
});

describe("a live list", () => {
  const start = serve(startList(), 999);

  it("adds newer clicks above the screen, and keeps cursor and screen in place", () => {
    const looked = moveCursor(start, 30, HEIGHT);
    const list = serve(poll(looked), 1_004);
    expect(selected(list)).toBe(selected(looked));
    expect(topRow(list)).toBe(topRow(looked));
    expect(list.rows[0]?.id).toBe("click-1004");
    expect(list.newer).toBe(5);
    expect(moveCursor(list, -100, HEIGHT).newer).toBe(0);
  });

  it("inserts a click that was judged late at its place", () => {
    const late = flaggedClick({
      id: "late",
      clickedAt: new Date(START + 990_500).toISOString(),
    });
    const polled = poll(start);
    const request = polled.request ?? { part: "newest" };
    const answered = { rows: [...rows(999, 991), late, ...rows(990, 901)], hasMore: true };
    const list = receive(polled, request, answered);
    expect(list.rows.slice(8, 11).map(({ id }) => id)).toEqual(["click-991", "late", "click-990"]);
    expect(selected(list)).toBe("click-999");
  });

  it("shows decisions of others", () => {
    const polled = poll(start);
    const decided = rows(999, 900).map((row) => ({ ...row, verdict: "valid" as const }));
    const list = receive(polled, polled.request ?? { part: "newest" }, {
      rows: decided,
      hasMore: true,
    });
    expect(list.rows[0]?.verdict).toBe("valid");
  });

  it("only counts new clicks if there is a gap below them", () => {
    const list = serve(poll(start), 5_000);
    expect(selected(list)).toBe("click-999");
    expect(list).toMatchObject({ newer: 100, isNewest: false });
    expect(selected(serve(toNewest(list), 5_000))).toBe("click-5000");
  });

  it("shows the first click when it arrives", () => {
    const empty = receive(startList(), startList().request ?? { part: "first" }, {
      rows: [],
      hasMore: false,
    });
    const polled = poll({ ...empty, request: null });
    const list = receive(polled, polled.request ?? { part: "newest" }, {
      rows: rows(3, 0),
      hasMore: false,
    });
    expect(selected(list)).toBe("click-3");
    expect(moveCursor({ ...empty, request: null }, 1, HEIGHT).cursor).toBe(0);
  });

  it("ignores answers to an earlier request", () => {
    const polled = startList();
    const restarted = { ...polled, request: { part: "first" as const } };
    const old = polled.request ?? { part: "first" };
    expect(receive(restarted, old, { rows: rows(9, 0), hasMore: false })).toBe(restarted);
  });
});
