import { describe, expect, it } from "vitest";
import { flaggedClick } from "../../testing/flagged-click";
import { play } from "../../testing/play-inspect";
import { topNetwork as network, suspect } from "../../testing/suspect";
import { rankKinds } from "./rank-list";
import { suspectRow, valueRow } from "./rank-rows";
import { type State, startState } from "./state";

const start = () => startState({ columns: 80, rows: 24 });

/** Answers the request of the ranks on the screen. */
function answered(state: State, creators = ["ann", "berta"]): State {
  const request = state.ranks?.request;
  if (!request) throw new Error("No ranks are requested");
  const rows =
    request.kind === "suspects"
      ? creators.map((name) => suspectRow(suspect(name)))
      : [valueRow(request.kind, network)];
  return play(state, { type: "ranked", request, page: { rows, said: "2 of 2" } });
}

describe("ranks", () => {
  it.each(rankKinds.map((kind, i) => [String(i + 4), kind] as const))(
    "opens with %s: %s",
    (key, kind) => {
      expect(play(start(), key).ranks?.request).toMatchObject({ kind });
    },
  );

  it("sorts by the next figure, and keeps the selected link", () => {
    const sorted = play(answered(play(start(), "4")), "down", "S");
    expect(sorted.ranks?.request).toEqual({ kind: "suspects", sort: "odd" });
    expect(sorted.message?.text).toBe("Sorted by odd");
    const all = answered(sorted, ["berta", "ann"]);
    expect(all.ranks?.rows.map(({ creator }) => creator?.name)).toEqual(["berta", "ann"]);
  });

  it("opens a link's clicks of all verdicts, and within them a network's", () => {
    const link = play(answered(play(start(), "4")), "down", "enter");
    expect(link).toMatchObject({
      ranks: null,
      filter: { verdict: "any", campaign: suspect("berta").campaignId, creator: "berta" },
    });
    const ofNetwork = play(answered(play(link, "6")), "enter");
    expect(ofNetwork.filter).toMatchObject({ creator: "berta", address: "2a0e:97c0:5::/48" });
  });

  it("shows a network's clicks of all verdicts without a filter too", () => {
    const opened = play(answered(play(start(), "6")), "enter");
    expect(opened.filter).toEqual({ verdict: "any", address: "2a0e:97c0:5::/48" });
  });

  it("stays where it is for a value that no filter has", () => {
    const agents = answered(play(start(), "9"));
    expect(play(agents, "enter").ranks).toBe(agents.ranks);
  });

  it("stops links, suspends creators, denies networks, and reverses paid clicks", () => {
    const plan = (state: State) => (state.dialog?.kind === "act" ? state.dialog.plan : null);
    const links = answered(play(start(), "4"));
    expect(plan(play(links, "l"))).toEqual({ kind: "disableLink", code: "ann-link" });
    expect(plan(play(links, "s"))).toMatchObject({ kind: "suspend", name: "ann" });
    expect(plan(play(links, "r"))).toMatchObject({
      kind: "reverse",
      clicks: {
        group: { campaignId: suspect("ann").campaignId, creatorId: suspect("ann").creatorId },
      },
    });
    const networks = answered(play(start(), "6"));
    expect(plan(play(networks, "n"))).toEqual({ kind: "deny", range: "2a0e:97c0:5::/48" });
    expect(play(answered(play(start(), "7")), "r").dialog).toBeNull();
  });

  it("ignores a response for another list, and can be read again after a failure", () => {
    const first = play(start(), "4");
    const request = first.ranks?.request ?? { kind: "suspects", sort: "risk" };
    const other = play(first, "6", { type: "ranked", request, page: { rows: [], said: "old" } });
    expect(other.ranks?.said).toBe("");
    const failed = play(first, { type: "notRead", request, message: "No.", isRefused: true });
    expect(failed.ranks?.request).toBeNull();
    expect(play(failed, "R").ranks?.request).toEqual(request);
  });
});

describe("history", () => {
  it("goes back through views and forward again, and forgets what was ahead of a new one", () => {
    const seen = play(answered(play(start(), "4")), "enter", "6");
    const back = play(seen, "left");
    expect(back).toMatchObject({ ranks: null, filter: { creator: "ann" } });
    expect(back.list.request).toEqual({ part: "first" });
    const suspects = play(back, "left");
    expect(suspects).toMatchObject({ ranks: { order: { kind: "suspects" } }, filterText: "" });
    expect(play(suspects, "left", "left").ranks).toBeNull();
    expect(play(suspects, "right", "right").ranks?.order.kind).toBe("/48");
    expect(play(suspects, "3", "right").groups?.by).toBe("address");
  });

  it("keeps views after a typed filter, but not the same view twice", () => {
    const typed = play(start(), "/", ..."held", "enter");
    expect(typed.filterText).toBe("held");
    expect(play(typed, "left").filterText).toBe("");
    expect(play(start(), "4", "4", "S", "left").ranks).toBeNull();
  });
});

describe("paid clicks", () => {
  const ofLink = `campaign:${suspect("ann").campaignId} creator:"held any"`;
  const typed = play(start(), "/", ...`held ${ofLink}`, "enter");

  it("are shown beside the flagged ones of a link, and hidden again", () => {
    const all = play(typed, "v");
    expect(all.filterText).toBe(`any ${ofLink}`);
    expect(all.filter).toMatchObject({ verdict: "any", creator: "held any" });
    expect(play(all, "v").filterText).toBe(ofLink);
    expect(play(all, "v", "left").filterText).toBe(`any ${ofLink}`);
  });

  it("need one link or address", () => {
    const refused = play(start(), "v");
    expect(refused.filter).toEqual({});
    expect(refused.message?.text).toContain("one link or address");
  });
});

describe("copying", () => {
  it("takes what names a row in commands", () => {
    expect(play(answered(play(start(), "4")), "y").copied).toEqual({ text: "ann-link" });
    expect(play(answered(play(start(), "6")), "y").copied).toEqual({ text: "2a0e:97c0:5::/48" });
    expect(play(start(), "y").copied).toBeNull();
  });
});

describe("related accounts", () => {
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
  const opened = play(answered(play(start(), "4")), "t");
  const userId = suspect("ann").creatorId;

  it("opens from a link, a click and a group, scrolls, and closes", () => {
    expect(opened.dialog).toMatchObject({ kind: "related", name: "ann", lines: null });
    const shown = play(opened, { type: "related", userId, lines }, "down", "pageDown");
    expect(shown.dialog).toMatchObject({ lines, top: 8 });
    expect(play(shown, "escape").dialog).toBeNull();
    const own = { ...start(), list: { ...start().list, rows: [flaggedClick()], request: null } };
    expect(play(own, "t").dialog).toMatchObject({ kind: "related", name: "chris" });
  });

  it("shows an error, and ignores what comes for another account or too late", () => {
    expect(play(opened, { type: "notRelated", userId, message: "No." }).dialog).toMatchObject({
      error: "No.",
    });
    const late = play(opened, { type: "related", userId: "another", lines });
    expect(late.dialog).toMatchObject({ lines: null });
    expect(play(opened, "escape", { type: "related", userId, lines }).dialog).toBeNull();
  });

  it("shows the links of a network first, whose accounts can be shown", () => {
    const links = play(answered(play(start(), "6")), "t");
    expect(links).toMatchObject({
      filter: { verdict: "any", address: "2a0e:97c0:5::/48" },
      groups: { by: "link" },
      ranks: null,
    });
    expect(play(links, "left").ranks?.order).toMatchObject({ kind: "/48" });
  });

  it.each([
    ["7", "asn"],
    ["8", "device"],
    ["9", "agent"],
  ])("shows the creators of a value first: %s", (key, by) => {
    const creators = play(answered(play(start(), key)), "t");
    const request = creators.ranks?.request;
    expect(request).toEqual({ kind: "creator", of: { by, value: network.value }, sort: "clicks" });
    if (!request) throw new Error("No creators are requested");
    const rows = [valueRow("creator", { ...network, value: "chris" })];
    const read = play(creators, { type: "ranked", request, page: { rows, said: "" } });
    expect(play(read, "t").dialog).toMatchObject({ kind: "related", userId: "chris" });
    expect(play(read, "enter").filter).toEqual({ creator: "chris" });
    expect(play(read, "r")).toMatchObject({ dialog: null, message: { tone: "bad" } });
    expect(play(read, "left").ranks?.order.kind).toBe(by);
  });
});
