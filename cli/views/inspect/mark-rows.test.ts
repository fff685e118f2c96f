import { describe, expect, it } from "vitest";
import { flaggedClick } from "../../testing/flagged-click";
import { getActDialog, listClicks, play } from "../../testing/play-inspect";
import { suspect } from "../../testing/suspect";
import type { Outcome } from "./acts";
import { MAX_MARKS } from "./marks";
import { suspectRow } from "./rank-rows";
import type { State } from "./state";

const clicks = [
  flaggedClick({ id: "held-1" }),
  flaggedClick({ id: "held-2", creatorId: "f2", creatorName: "dana", linkCode: "other" }),
  flaggedClick({ id: "paid", verdict: "valid", paidMicros: "1500", reason: null }),
  flaggedClick({ id: "appealed", verdict: "invalid", appeal: "open", address: null }),
  flaggedClick({ id: "held-3", linkCode: null }),
];

const start = (rows = clicks) => listClicks(rows);

const marked = (state: State) => [...state.marks.rows.keys()];

describe("marking", () => {
  it("marks with space, which moves on, and unmarks with space on the same row", () => {
    const two = play(start(), " ", " ");
    expect(marked(two)).toEqual(["held-1", "held-2"]);
    expect(two.list.cursor).toBe(2);
    expect(marked(play(two, "up", " "))).toEqual(["held-1"]);
  });

  it("marks the rows between the last marked one and the cursor, in both directions", () => {
    const down = play(start(), " ", "down", "down", "V");
    expect(marked(down)).toEqual(["held-1", "held-2", "paid", "appealed"]);
    const up = play(start(), "down", "down", "down", " ", "up", "up", "up", "V");
    expect(marked(up).toSorted()).toEqual(["appealed", "held-2", "paid"]);
    const none = play(start(), "V");
    expect(marked(none)).toEqual([]);
    expect(none.message).toMatchObject({ tone: "bad" });
  });

  it("marks all loaded rows, up to what one call decides", () => {
    expect(marked(play(start(), "A"))).toHaveLength(clicks.length);
    const many = Array.from({ length: MAX_MARKS + 5 }, (_, n) => flaggedClick({ id: `${n}` }));
    const full = play(start(many), "A");
    expect(marked(full)).toHaveLength(MAX_MARKS);
    expect(full.message?.text).toContain("At most 1,000");
  });

  it("keeps marks while new clicks arrive, and ends them with the view", () => {
    const two = play(start(), " ", " ");
    const polled = play(two, { type: "polled" });
    const request = polled.list.request ?? { part: "newest" };
    const page = {
      rows: [flaggedClick({ id: "new", clickedAt: "2026-03-01T12:30:00.000Z" })],
      hasMore: true,
    };
    expect(marked(play(polled, { type: "listed", request, page }))).toHaveLength(2);
    for (const key of ["2", "4", "c"]) expect(marked(play(two, key))).toEqual([]);
    expect(marked(play(two, "2", "left"))).toEqual([]);
    const unmarked = play(start(), "/", ..."held", "enter", "escape");
    expect(unmarked.filterText).toBe("");
    const filtered = play(start(), "/", ..."held", "enter");
    const again = play(filtered, {
      type: "listed",
      request: filtered.list.request ?? { part: "first" },
      page: { rows: clicks, hasMore: false },
    });
    const escaped = play(again, " ", "escape");
    expect(marked(escaped)).toEqual([]);
    expect(escaped.filterText).toBe("held");
  });
});

describe("acts on marked rows", () => {
  it("decide all clicks with one call, and leave out those that do not qualify", () => {
    const plan = getActDialog(play(start(), "A", "x")).plan;
    expect(plan).toMatchObject({
      kind: "each",
      parts: [{ plan: { kind: "reject", clicks: { ids: ["held-1", "held-2", "held-3"] } } }],
      refused: [
        { key: "paid", why: "Only held clicks can be rejected" },
        { key: "appealed", why: "It has an open appeal: answer it alone" },
      ],
      stakeMicros: 6_000n,
    });
  });

  it("approve held clicks apart from others, because they are undone differently", () => {
    const rejected = flaggedClick({ id: "rejected", verdict: "invalid" });
    const plan = getActDialog(play(start([...clicks, rejected]), "A", "a")).plan;
    expect(plan).toMatchObject({
      parts: [
        { plan: { clicks: { ids: ["held-1", "held-2", "held-3"] }, wereHeld: true } },
        { plan: { clicks: { ids: ["rejected"] }, wereHeld: false } },
      ],
    });
  });

  it("need a call per link, creator and range", () => {
    const kinds = (key: string) => {
      const { plan } = getActDialog(play(start(), "A", key));
      if (plan.kind !== "each") throw new Error("It is not an act on marked rows");
      return plan;
    };
    expect(kinds("l").parts.map(({ plan }) => plan)).toEqual([
      { kind: "disableLink", code: "k7Gh2mQ" },
      { kind: "disableLink", code: "other" },
    ]);
    expect(kinds("l").refused).toMatchObject([{ key: "held-3", why: "No link is selected" }]);
    expect(kinds("s").parts).toHaveLength(2);
    expect(kinds("n").parts.map(({ plan }) => plan)).toEqual([{ kind: "deny", range: "10.1.2.3" }]);
  });

  it("change the category of all reversals", () => {
    const state = play(start(), "down", "down", " ", "r", "tab", "right");
    expect(getActDialog(state).plan).toMatchObject({
      parts: [{ plan: { category: "bought_clicks" } }],
    });
  });

  it("stop what runs, and leave what is stopped", () => {
    const [ann, berta] = ["ann", "berta"].map((name) => suspectRow(suspect(name)));
    if (!ann || !berta?.link) throw new Error("There are two links");
    const ranking = play(start(), "4");
    const request = ranking.ranks?.request;
    if (!request) throw new Error("No ranks are requested");
    const rows = [{ ...berta, link: { ...berta.link, isStopped: true } }, ann];
    const ranked = play(ranking, { type: "ranked", request, page: { rows, said: "" } });
    expect(getActDialog(play(ranked, "A", "l")).plan).toMatchObject({
      parts: [{ plan: { kind: "disableLink", code: "ann-link" } }],
      refused: [{ why: "Stopped already" }],
    });
    expect(getActDialog(play(ranked, " ", "l")).plan).toMatchObject({
      parts: [{ plan: { kind: "enableLink", code: "berta-link" } }],
    });
  });

  it("say why if no marked row qualifies", () => {
    const state = play(start(), "down", "down", " ", "x");
    expect(state).toMatchObject({
      dialog: null,
      message: { text: "Only held clicks can be rejected" },
    });
  });

  const undo = { kind: "hold" as const, clicks: { group: { actId: "1" } }, isPaid: false };
  const each = { kind: "each" as const, refused: [], stakeMicros: 0n };

  function apply(state: State, outcome: Outcome): State {
    const checking = play(state, ..."why", "enter");
    const shown = play(checking, { type: "previewed", dialog: getActDialog(checking), outcome });
    const doing = play(shown, "y");
    return play(doing, { type: "acted", dialog: getActDialog(doing), outcome });
  }

  it("keep what was refused marked, show it, and are undone together", () => {
    const refused = [{ key: "held-2", name: "12:04 dana", why: "The click is already invalid" }];
    const parts = [{ plan: undo, rows: [] }];
    const outcome = {
      lines: ["1 of 2"],
      changes: true,
      undo: { ...each, parts },
      refused,
      rest: null,
    };
    const acted = apply(play(start(), " ", " ", "x"), outcome);
    expect(marked(acted)).toEqual(["held-2"]);
    expect(getActDialog(acted)).toMatchObject({ stage: "reporting", preview: { refused } });
    expect(acted.message?.text).toBe("Reject 2 clicks: 1 stay unchanged. u undoes it.");
    const closed = play(acted, "enter");
    expect(closed.dialog).toBeNull();
    expect(getActDialog(play(closed, "u"))).toMatchObject({ plan: { parts }, undoes: "each" });
  });

  it("leave what an undo could not undo for the next undo", () => {
    const parts = [
      { plan: undo, rows: [] },
      { plan: { ...undo, clicks: { group: { actId: "2" } } }, rows: [] },
    ];
    const acted = apply(play(start(), " ", " ", "x"), {
      ...{ lines: [], changes: true, refused: [], rest: null },
      undo: { ...each, parts },
    });
    const rest = { ...each, parts: parts.slice(1) };
    const refused = [{ key: "held-2", name: "dana", why: "Not tried" }];
    const undone = apply(play(acted, "u"), { lines: [], changes: true, undo: null, refused, rest });
    expect(getActDialog(play(undone, "enter", "u")).plan).toEqual(rest);
  });

  it("count the calls that have ended", () => {
    const checking = play(start(), "A", "l", ..."why", "enter");
    const dialog = getActDialog(checking);
    expect(play(checking, { type: "progressed", dialog, ended: 1 }).ended).toBe(1);
    expect(play(checking, { type: "progressed", dialog: { ...dialog }, ended: 1 }).ended).toBe(0);
  });
});
