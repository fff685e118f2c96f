import type { FlaggedGroup } from "@fairclick/core/clicks/flagged-clicks-schema";
import { Box, renderToString } from "ink";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { flaggedClick, flaggedClickDetail } from "../../testing/flagged-click";
import { InspectScreen } from "./inspect-screen";
import type { Key } from "./keys";
import { type Event, reduce } from "./reduce";
import { type State, startState } from "./state";

const now = new Date("2026-03-01T13:00:00Z");
const small = { columns: 80, rows: 24 };
const large = { columns: 200, rows: 50 };

const rows = [
  flaggedClick(),
  flaggedClick({
    id: "2",
    clickedAt: "2026-03-01T12:03:00.000Z",
    verdict: "invalid",
    reason: "known_bot",
    creatorName: "日本のクリエイター",
    campaignName: "ゲーム 👩‍👩‍👧 とても長い名前のキャンペーン",
    appeal: "open",
  }),
  flaggedClick({
    id: "3",
    clickedAt: "2026-03-01T12:02:00.000Z",
    address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    creatorName: "\u001b[2Jnasty",
    priceMicros: "1500000",
  }),
  flaggedClick({ id: "4", verdict: "valid", reason: null, address: null, paidMicros: "1500" }),
];

const group: FlaggedGroup = {
  campaignId: rows[0]?.campaignId ?? "",
  campaignName: "Tower of Tests",
  creatorId: rows[0]?.creatorId ?? "",
  creatorName: "chris",
  linkCode: "k7Gh2mQ",
  address: null,
  clicks: 50_123,
  held: 3,
  invalid: 50_120,
  valid: 40,
  heldMicros: "4500",
  paidMicros: "60000",
  lastClickedAt: "2026-03-01T12:04:05.678Z",
  reason: "vpn",
};

function play(state: State, events: (Event | Key)[]): State {
  return events.reduce<State>(
    (before, event) =>
      reduce(before, "type" in event ? event : { type: "pressed", key: event, now }),
    state,
  );
}

const type = (text: string): Key[] => [...text].map((each) => ({ name: null, text: each }));
const enter: Key = { name: "enter", text: "" };

function start(size = small): State {
  const state = startState(size);
  const request = state.list.request ?? { part: "first" };
  return play(state, [
    { type: "listed", request, page: { rows, hasMore: true } },
    { type: "shown", detail: flaggedClickDetail() },
  ]);
}

/** Returns the frame; fails if it is larger than the window. */
function draw(state: State): string {
  const { columns, rows: height } = state.size;
  const frame = renderToString(
    <Box width={columns} height={height} flexDirection="column">
      <InspectScreen state={state} />
    </Box>,
    { columns },
  );
  const lines = frame.split("\n").map((line) => line.trimEnd());
  expect(lines.length).toBeLessThanOrEqual(height);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  return `\n${lines.join("\n").trimEnd()}\n`;
}

describe.each([
  ["80 × 24", small],
  ["200 × 50", large],
])("the screen at %s", (_, size) => {
  it("shows clicks and the details of the selected one", () => {
    expect(draw(start(size))).toMatchSnapshot();
  });

  it("shows groups", () => {
    const grouping = play(start(size), type("2"));
    const request = grouping.groups?.request ?? { by: "link", sort: "money" };
    const page = {
      rows: [group],
      nextCursor: null,
      from: "2026-02-22T13:00:00.000Z",
      isPartial: true,
    };
    expect(draw(play(grouping, [{ type: "grouped", request, page }]))).toMatchSnapshot();
  });

  it("shows what an act will change", () => {
    const checking = play(start(size), [...type("a"), ...type("real people"), enter]);
    if (checking.dialog?.kind !== "act") throw new Error("No act dialog is open");
    const outcome = {
      lines: ["1 click: $0.0015 is paid.", "chris: 1, $0.0015"],
      changes: true,
      undo: null,
    };
    const shown = play(checking, [{ type: "previewed", dialog: checking.dialog, outcome }]);
    expect(draw(shown)).toMatchSnapshot();
  });

  it("shows the keys", () => {
    expect(draw(play(start(size), type("?")))).toMatchSnapshot();
  });
});

describe("the screen", () => {
  it("shows marked rows, and what an act on them will change", () => {
    const marked = play(start(), type("  A"));
    expect(draw(marked)).toMatchSnapshot("marked");
    const checking = play(marked, [...type("x"), ...type("a farm"), enter]);
    if (checking.dialog?.kind !== "act") throw new Error("No act dialog is open");
    const { dialog } = checking;
    const outcome = {
      lines: [
        "Applies to 2 of 4 marked rows. All have $1.503 at stake.",
        "2 clicks: $1.5015 returns.",
      ],
      changes: true,
      undo: null,
    };
    const shown = play(checking, [{ type: "previewed", dialog, outcome }]);
    expect(draw(shown)).toMatchSnapshot("preview");
    const doing = play(shown, type("y"));
    if (doing.dialog?.kind !== "act") throw new Error("No act dialog is open");
    const why = "The click is already invalid or unpaid";
    const refused = [{ key: "3", name: "03-01 12:02:00 chris", why }];
    const lines = ["Applied to 1 of 4 marked rows.", `03-01 12:02:00 chris: ${why}`];
    const acted = { lines, changes: true, undo: null, refused, rest: null };
    const reported = play(doing, [{ type: "acted", dialog: doing.dialog, outcome: acted }]);
    expect(draw(reported)).toMatchSnapshot("report");
  });

  it("shows the typed text and its completion", () => {
    const frame = draw(play(start(), type("/held signal:ip")));
    expect(frame).toContain("/ held signal:ip");
    expect(frame).toContain("tab signal:ip_burst  signal:ip_daily");
    expect(draw(play(start(), [...type("/magic"), enter]))).toContain("“magic” is not a filter");
  });

  it("shows an error below the clicks", () => {
    const polled = play(start(), [{ type: "polled" }]);
    const request = polled.list.request ?? { part: "newest" };
    const frame = draw(
      play(polled, [{ type: "notRead", request, message: "Nothing answers.", isRefused: false }]),
    );
    expect(frame).toContain("not live");
    expect(frame).toContain("Nothing answers.");
    expect(frame).toContain("known_bot");
  });

  it("shows the whole error if there are no clicks", () => {
    const state = startState(small);
    const request = state.list.request ?? { part: "first" };
    const message = `Nothing answers at http://localhost:3000. ${"Check the address. ".repeat(4)}`;
    const frame = draw(play(state, [{ type: "notRead", request, message, isRefused: false }]));
    expect(frame.replaceAll(/\s+/g, " ")).toContain(message.trim());
    expect(frame).not.toContain("Nothing was flagged");
  });

  it("distinguishes a rejected filter from an unreachable server", () => {
    const state = play(startState(small), [...type("/valid"), enter]);
    const request = state.list.request ?? { part: "first" };
    const message = "Valid clicks need a link or an address";
    const frame = draw(play(state, [{ type: "notRead", request, message, isRefused: true }]));
    expect(frame).toContain("refused");
    expect(frame).not.toContain("not live");
    expect(frame).toContain(message);
    expect(frame).not.toContain("No clicks match");
    const groups = play(state, type("2"));
    const refused = {
      message,
      isRefused: true,
      request: groups.groups?.request ?? { by: "link", sort: "money" },
    };
    const grouped = draw(play(groups, [{ type: "notRead", ...refused }]));
    expect(grouped).not.toContain("Nothing was flagged");
    const page = { rows, hasMore: false };
    const again = draw(play(state, [{ type: "listed", request, page }]));
    expect(again).not.toContain("Live again.");
  });

  it("shows the age of its data, and does not call old data live", () => {
    const at = (seconds: number) => ({ type: "ticked" as const, now: new Date(seconds * 1_000) });
    expect(draw(play(start(), [at(3)]))).toContain("live, 3 s old");
    const hung = draw(play(start(), [at(3), { type: "polled" }, at(14)]));
    expect(hung).toContain("no answer, 14 s old");
    expect(hung).not.toContain("live");
  });

  it("says that undoing a rejection holds the clicks again", () => {
    const rejecting = play(start(), [...type("x"), ...type("wrong"), enter]);
    if (rejecting.dialog?.kind !== "act") throw new Error("No act dialog is open");
    const clicks = { group: { actId: "act" } };
    const undo = { kind: "hold" as const, clicks, isPaid: false };
    const outcome = { lines: [], changes: true, undo };
    const done = play(rejecting, [{ type: "acted", dialog: rejecting.dialog, outcome }]);
    expect(draw(done)).toContain("u undoes it");
    expect(draw(play(done, type("u")))).toContain("Hold the same clicks again");
  });

  it("says that no clicks are flagged", () => {
    const state = startState(small);
    const request = state.list.request ?? { part: "first" };
    const none = { type: "listed" as const, request, page: { rows: [], hasMore: false } };
    expect(draw(play(state, [none]))).toContain("No flagged clicks.");
  });

  it.each([
    [79, 24],
    [80, 23],
    [20, 5],
  ])("asks for a larger window at %i × %i", (columns, height) => {
    const state = play(start(), [{ type: "resized", size: { columns, rows: height } }]);
    const frame = draw(state).replaceAll("\n", " ");
    expect(frame).toContain("needs 80");
    expect(frame).not.toContain("known_bot");
  });

  it.each(Array.from({ length: 25 }, (_, n) => 80 + n * 7))("fits into %i columns", (columns) => {
    draw(play(start(), [{ type: "resized", size: { columns, rows: 24 + (columns % 11) } }]));
  });
});
