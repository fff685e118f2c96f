import { Box, renderToString } from "ink";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { suspect, topNetwork } from "../../testing/suspect";
import { InspectScreen } from "./inspect-screen";
import { firstOrder, startRanks } from "./rank-list";
import { suspectRow, valueRow } from "./rank-rows";
import { openRelated } from "./related-dialog";
import { type State, startState } from "./state";

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
