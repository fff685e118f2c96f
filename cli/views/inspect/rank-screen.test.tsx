import { stepMs } from "@fairclick/core/clicks/link-timeline-schema";
import { Box, renderToString } from "ink";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { suspect, topNetwork } from "../../testing/suspect";
import { InspectScreen } from "./inspect-screen";
import { firstOrder, startRanks } from "./rank-list";
import { suspectRow, valueRow } from "./rank-rows";
import { openRelated } from "./related-dialog";
import { type State, startState } from "./state";
import { openTimeline, receiveTimeline } from "./timeline";

const small = { columns: 80, rows: 24 };
const large = { columns: 200, rows: 50 };

function draw(state: State): string {
  const { columns, rows } = state.size;
  const frame = renderToString(
    <Box width={columns} height={rows} flexDirection="column">
      <InspectScreen state={state} />
    </Box>,
    { columns },
  );
  for (const line of frame.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  return `\n${frame
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd()}\n`;
}

const links = ["chris", "日本のクリエイター"].map((name) => suspectRow(suspect(name)));
const suspects = (size = small): State => ({
  ...startState(size),
  ranks: {
    ...startRanks(firstOrder("suspects")),
    rows: links,
    said: "2 of 2 links",
    request: null,
  },
});

describe("the ranks", () => {
  it("show each suspect link with as many figures as fit", () => {
    expect(draw(suspects())).toMatchSnapshot();
  });

  it("show a network with its counts, and how many there are of each in a wide window", () => {
    const order = firstOrder("/48");
    const rows = [valueRow("/48", topNetwork)];
    const ranks = { ...startRanks(order), rows, said: "All 334 clicks", request: null };
    expect(draw({ ...startState(large), ranks })).toMatchSnapshot();
  });

  it("say why nothing is shown: still counting, nothing found, refused", () => {
    const empty = { ...suspects(), ranks: startRanks(firstOrder("/24")) };
    expect(draw(empty)).toContain("Counting …");
    const none = { ...empty, ranks: { ...empty.ranks, request: null } };
    expect(draw(none)).toContain("No clicks in this period.");
    expect(draw({ ...none, refusal: "Not yours." })).toContain("Not yours.");
  });
});

describe("related accounts", () => {
  it("are drawn over the whole screen", () => {
    const dialog = openRelated({ id: "1", name: "chris" });
    expect(draw({ ...suspects(), dialog })).toContain("Looking for related accounts …");
    const lines = ["chris, paid $0.18", "└─ ann: same bank account or card"];
    expect(draw({ ...suspects(), dialog: { ...dialog, lines } })).toMatchSnapshot();
    expect(draw({ ...suspects(), dialog: { ...dialog, error: "No." } })).toContain("No.");
  });
});

describe("the timeline", () => {
  const now = new Date("2026-03-05T13:20:30Z");
  const link = { campaignId: "c1", creator: "chris", name: "chris, Tower of Tests" };

  it.each([
    ["80 × 24", small],
    ["160 × 40", { columns: 160, rows: 40 }],
  ])("shows bursts and night hours at %s", (_, size) => {
    const opened = openTimeline(link, Date.parse("2026-03-04T12:00:00Z"), { size, now });
    const { to, count, step } = opened.wanted;
    const points = Array.from({ length: count }, (_, i) => {
      const at = new Date(to - (count - i) * stepMs[step]);
      const isNight = at.getUTCHours() < 7;
      const isBurst = at.toISOString().startsWith("2026-03-04T12");
      return {
        at: at.toISOString(),
        ...{ valid: isNight ? 0 : 20 + at.getUTCHours(), held: 3, invalid: isBurst ? 80 : 0 },
        ...{ unpaid: 0, paidMicros: "30000" },
      };
    });
    const dialog = receiveTimeline(opened, opened.wanted, { points, isPartial: false });
    expect(draw({ ...suspects(size), dialog })).toMatchSnapshot();
  });
});
