import type { FlaggedGroup } from "@fairclick/core/clicks/flagged-clicks-schema";
import { describe, expect, it } from "vitest";
import { flaggedClick, flaggedClickDetail } from "../../testing/flagged-click";
import { getActDialog, listClicks, now, play } from "../../testing/play-inspect";
import type { Outcome } from "./acts";
import type { State } from "./state";

const held = flaggedClick();
const paid = flaggedClick({ id: "paid", verdict: "valid", reason: null, paidMicros: "1500" });
const forgotten = flaggedClick({ id: "old", verdict: "invalid", address: null, linkCode: null });

const start = (rows = [held, paid, forgotten]) => listClicks(rows);

const outcome = (given: Partial<Outcome> = {}): Outcome => ({
  lines: ["1 click: $0.0015 is paid."],
  changes: true,
  undo: null,
  ...given,
});

describe("a command after :", () => {
  it.each([
    ["links", { groups: { by: "link" } }],
    ["sus", { ranks: { order: { kind: "suspects" } } }],
    ["/48", { ranks: { order: { kind: "/48" } } }],
    [" TIMELINE ", { dialog: { kind: "timeline" } }],
    ["q", { isOver: true }],
  ])("%s does what its key does", (typed, expected) => {
    expect(play(start(), ":", ...typed, "enter")).toMatchObject({ dialog: null, ...expected });
  });

  it("is completed by Tab, and closes with Esc, Backspace or nothing typed", () => {
    expect(play(start(), ":", "s", "u", "tab").dialog).toMatchObject({ text: "suspects" });
    for (const key of ["escape", "backspace", "enter"] as const) {
      expect(play(start(), ":", key)).toMatchObject({ dialog: null, isOver: false });
    }
  });

  it("says what there is instead of an unknown one, and keeps what was typed", () => {
    const { dialog } = play(start(), ":", ..."nodes", "enter");
    expect(dialog).toMatchObject({ text: "nodes", error: expect.stringContaining("suspects") });
    expect(play(start(), ":", ..."todo", "enter").dialog).toMatchObject({
      error: expect.stringContaining("fairclick todo"),
    });
  });

  it("can be undone like the key: ← goes back to the view before", () => {
    const ranked = play(start(), ":", ..."suspects", "enter");
    expect(play(ranked, "left").ranks).toBeNull();
  });
});

describe("an act", () => {
  const typed = play(start(), "a", ..."real people");

  it("asks for a reason, previews, and is performed only after a yes", () => {
    expect(getActDialog(typed)).toMatchObject({ stage: "asking", reason: "real people" });
    const checking = play(typed, "enter");
    expect(getActDialog(checking).stage).toBe("checking");
    const shown = play(checking, {
      type: "previewed",
      dialog: getActDialog(checking),
      outcome: outcome(),
    });
    expect(getActDialog(shown)).toMatchObject({ stage: "confirming", preview: outcome() });
    for (const key of ["enter", "a", "down", "Y"]) {
      expect(getActDialog(play(shown, key)).stage).toBe("confirming");
    }
    expect(play(shown, "n").dialog).toBeNull();
    expect(getActDialog(play(shown, "y")).stage).toBe("doing");
  });

  it("is not previewed without a reason", () => {
    const state = play(start(), "a", " ", "enter");
    expect(getActDialog(state)).toMatchObject({
      stage: "asking",
      error: expect.stringContaining("reason"),
    });
  });

  it("cannot be confirmed if nothing would change", () => {
    const checking = play(typed, "enter");
    const nothing = outcome({ changes: false });
    const shown = play(checking, {
      type: "previewed",
      dialog: getActDialog(checking),
      outcome: nothing,
    });
    expect(getActDialog(play(shown, "y")).stage).toBe("confirming");
  });

  it("keeps the typed text if the server rejects it", () => {
    const checking = play(typed, "enter");
    const refused = play(checking, {
      type: "refused",
      dialog: getActDialog(checking),
      message: "No.",
    });
    expect(getActDialog(refused)).toMatchObject({
      stage: "asking",
      reason: "real people",
      error: "No.",
    });
  });

  it("is dropped when its dialog closes, whatever the server answers", () => {
    const checking = play(typed, "enter");
    const dialog = getActDialog(checking);
    const left = play(checking, "escape", { type: "previewed", dialog, outcome: outcome() });
    expect(left.dialog).toBeNull();
    const doing = play(checking, { type: "previewed", dialog, outcome: outcome() }, "y");
    expect(play(doing, "escape").dialog).toBe(doing.dialog);
  });

  it("is recorded with its undo, which works once", () => {
    const undo = {
      kind: "reverse" as const,
      clicks: { group: { actId: "1" } },
      category: "mistake" as const,
    };
    const finish = (state: State, result: Outcome) => {
      const checking = play(state, "enter");
      const shown = play(checking, {
        type: "previewed",
        dialog: getActDialog(checking),
        outcome: result,
      });
      const doing = play(shown, "y");
      return play(doing, { type: "acted", dialog: getActDialog(doing), outcome: result });
    };
    const done = finish(typed, outcome({ undo }));
    expect(done.message?.text).toBe("Approve and pay this click: done. u undoes it.");
    expect(done.done).toMatchObject([{ act: { kind: "approve", reason: "real people" }, undo }]);

    const undoing = play(done, "u", ..."no");
    expect(getActDialog(undoing)).toMatchObject({ plan: undo, undoes: "approve", reason: "no" });
    const undone = finish(undoing, outcome({ undo }));
    expect(undone.done).toMatchObject([{ undo: null }, { undo: null }]);
    expect(play(undone, "u")).toMatchObject({ dialog: null, message: { tone: "faint" } });
  });
});

describe("keys for acts", () => {
  it.each([
    ["a", 0, { kind: "approve", clicks: { ids: [held.id] } }],
    ["x", 0, { kind: "reject", clicks: { ids: [held.id] } }],
    ["r", 1, { kind: "reverse", clicks: { ids: ["paid"] }, category: "bot_traffic" }],
    ["l", 0, { kind: "disableLink", code: "k7Gh2mQ" }],
    ["s", 0, { kind: "suspend", userId: held.creatorId, name: "chris" }],
    ["n", 0, { kind: "deny", range: "10.1.2.3" }],
    ["a", 2, { kind: "approve", clicks: { ids: ["old"] } }],
  ])("%s on click %i", (key, place, plan) => {
    const state = play(start(), ...Array.from({ length: place }, () => "down"), key);
    expect(getActDialog(state).plan).toEqual(plan);
  });

  it.each([
    ["a", 1, "The click is already valid"],
    ["x", 1, "Only held clicks"],
    ["r", 0, "Only paid clicks"],
    ["l", 2, "No link"],
    ["n", 2, "No IP address"],
  ])("%s on click %i does nothing, and says so", (key, place, text) => {
    const state = play(start(), ...Array.from({ length: place }, () => "down"), key);
    expect(state.dialog).toBeNull();
    expect(state.message?.text).toContain(text);
  });

  it("resume what an operator has stopped", () => {
    const detail = flaggedClickDetail();
    const stopped = flaggedClickDetail({
      creator: { ...detail.creator, suspendedAt: "2026-03-01T12:30:00.000Z" },
      link: detail.link && {
        ...detail.link,
        disabledAt: "2026-03-01T12:30:00.000Z",
        disabledBy: "operator",
      },
    });
    const state = play(start(), { type: "shown", detail: stopped });
    expect(getActDialog(play(state, "l")).plan.kind).toBe("enableLink");
    expect(getActDialog(play(state, "s")).plan.kind).toBe("restore");
  });

  it("answer an appeal once it is loaded", () => {
    const state = start([flaggedClick({ verdict: "invalid", appeal: "open" })]);
    expect(play(state, "a")).toMatchObject({ dialog: null, message: { tone: "bad" } });
    const detail = flaggedClickDetail({ verdict: "invalid", appeal: "open", appealId: "7" });
    const read = play(state, { type: "shown", detail });
    const about = { appealId: "7", clickId: held.id };
    expect(getActDialog(play(read, "a")).plan).toEqual({ kind: "accept", ...about });
    expect(getActDialog(play(read, "x")).plan).toEqual({ kind: "decline", ...about });
  });

  it("deny the /64 of an IPv6 address, or the typed range", () => {
    const state = play(start([flaggedClick({ address: "2001:db8:0:7::99" })]), "n");
    expect(getActDialog(state).plan).toEqual({ kind: "deny", range: "2001:db8:0:7::/64" });
    const typed = play(
      state,
      "tab",
      { type: "pressed", key: { name: "clearLine", text: "" }, now },
      ..."10.0.0.0/8",
    );
    expect(getActDialog(typed).plan).toEqual({ kind: "deny", range: "10.0.0.0/8" });
  });
});

describe("the filter", () => {
  it("reloads the list, and stays open if it is invalid", () => {
    const filtered = play(start(), "/", ..."held signal:vpn", "enter");
    expect(filtered).toMatchObject({
      filterText: "held signal:vpn",
      filter: { verdict: "held", signal: "vpn" },
    });
    expect(filtered.list).toMatchObject({ rows: [], request: { part: "first" } });
    const wrong = play(start(), "/", ..."magic", "enter");
    expect(wrong).toMatchObject({ filterText: "", dialog: { kind: "filter", text: "magic " } });
    expect(play(wrong, "escape").dialog).toBeNull();
    expect(play(filtered, "escape").filter).toEqual({});
  });

  it("cycles through its completions with Tab", () => {
    const text = (state: State) => (state.dialog?.kind === "filter" ? state.dialog.text : null);
    const typed = play(start(), "/", ..."signal:device");
    expect(text(play(typed, "tab"))).toBe("signal:device_burst");
    expect(text(play(typed, "tab", "tab"))).toBe("signal:device_repeat");
    expect(text(play(typed, "tab", "tab", "tab"))).toBe("signal:device_burst");
  });

  it.each([
    ["c", { creator: held.creatorId }],
    ["o", { verdict: "any", campaign: held.campaignId, creator: held.creatorId }],
    ["i", { verdict: "any", address: "10.1.2.3" }],
  ])("%s filters by the click's creator, link or address", (key, filter) => {
    expect(play(start(), key).filter).toEqual(filter);
  });
});

describe("groups", () => {
  const group: FlaggedGroup = {
    campaignId: held.campaignId,
    campaignName: held.campaignName,
    creatorId: held.creatorId,
    creatorName: held.creatorName,
    linkCode: held.linkCode,
    address: null,
    clicks: 12,
    held: 3,
    invalid: 9,
    valid: 40,
    heldMicros: "4500",
    paidMicros: "60000",
    lastClickedAt: held.clickedAt,
    reason: "vpn",
  };

  function grouped(filter: string): State {
    const state = play(start(), "/", ...filter, "enter", "2");
    const request = state.groups?.request ?? { by: "link", sort: "money" };
    const page = { rows: [group], nextCursor: null, from: null, isPartial: false };
    return play(state, { type: "grouped", request, page });
  }

  it("limit acts to the filter", () => {
    const state = play(grouped("signal:vpn from:2026-02-01"), "x");
    expect(getActDialog(state).plan).toEqual({
      kind: "reject",
      clicks: {
        group: {
          signal: "vpn",
          from: "2026-02-01T00:00:00.000Z",
          campaignId: held.campaignId,
          creatorId: held.creatorId,
        },
      },
    });
  });

  it.each(["appealed", "invalid", "creator:somebody"])(
    "are left alone under %s, which acts do not know",
    (filter) => {
      const state = play(grouped(filter), "x");
      expect(state.dialog).toBeNull();
      expect(state.message?.text).toContain("by signal, campaign, creator");
    },
  );

  it("open the list of their clicks", () => {
    const state = play(grouped("signal:vpn"), "enter");
    expect(state.groups).toBeNull();
    expect(state.filter).toEqual({
      signal: "vpn",
      campaign: held.campaignId,
      creator: held.creatorId,
    });
  });
});

describe("the rest", () => {
  it("says when the server is unreachable, and when it is back", () => {
    const polled = play(start(), { type: "polled" });
    const request = polled.list.request ?? { part: "newest" };
    const failed = play(polled, {
      type: "notRead",
      request,
      message: "Nothing answers.",
      isRefused: false,
    });
    expect(failed).toMatchObject({ isReached: false, message: { text: "Nothing answers." } });
    expect(failed.list.request).toBeNull();
    const again = play(failed, { type: "polled" });
    const back = play(again, {
      type: "listed",
      request: again.list.request ?? { part: "newest" },
      page: { rows: [held], hasMore: false },
    });
    expect(back).toMatchObject({ isReached: true, message: { text: "Live again." } });
  });

  it("does not scroll the detail past its end", () => {
    const shown = play(start(), { type: "shown", detail: flaggedClickDetail() }, "tab");
    expect(play(shown, "G").detailTop).toBe(play(shown, "G", "pageDown").detailTop);
    expect(play(shown, "G", "up").detailTop).toBe(play(shown, "G").detailTop - 1);
    expect(play(shown, "G", "g").detailTop).toBe(0);
    expect(play(start(), "tab", "G").detailTop).toBe(0);
  });

  it("keeps the cursor on the screen when the window shrinks", () => {
    const many = Array.from({ length: 60 }, (_, n) => flaggedClick({ id: `click-${n}` }));
    const large = play(
      start(many),
      { type: "resized", size: { columns: 200, rows: 50 } },
      "pageDown",
    );
    const small = play(large, { type: "resized", size: { columns: 80, rows: 24 } });
    expect(small.list.cursor).toBe(46);
    expect(small.list.top).toBe(38);
  });

  it("quits with q and, from anywhere, with Ctrl-C", () => {
    expect(play(start(), "q").isOver).toBe(true);
    expect(play(start(), "a", "q")).toMatchObject({ isOver: false, dialog: { reason: "q" } });
    for (const key of ["a", "/", "?"]) expect(play(start(), key, "interrupt").isOver).toBe(true);
  });

  it("shows the keys until a key that does not scroll", () => {
    expect(play(start(), "?").dialog).toEqual({ kind: "help", top: 0 });
    expect(play(start(), "?", "down").dialog).toEqual({ kind: "help", top: 1 });
    expect(play(start(), "?", "a").dialog).toBeNull();
  });
});
