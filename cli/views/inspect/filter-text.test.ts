import { signalOrder } from "@fairclick/core/clicks/signal";
import { describe, expect, it } from "vitest";
import { completeFilter, filterWord, parseFilter, withCampaignIds } from "./filter-text";

const campaign = "01900000-0000-7000-8000-0000000000c1";
const quoted = "01900000-0000-7000-8000-0000000000c2";
const creator = "01900000-0000-7000-8000-0000000000f1";
const known = {
  campaigns: new Map([
    ["Tower of Tests", campaign],
    ['The "best" game', quoted],
  ]),
  creators: new Map([
    ["chris", creator],
    ["Cleo Creates", "01900000-0000-7000-8000-0000000000f2"],
  ]),
};
const now = new Date("2026-03-01T12:00:00Z");
const parse = (text: string) => parseFilter(text, known, now);

describe("parseFilter", () => {
  it.each([
    ["", {}],
    ["held", { verdict: "held" }],
    ["appealed  signal:vpn", { appealed: "true", signal: "vpn" }],
    ["203.0.113.0/24", { address: "203.0.113.0/24" }],
    ["2001:db8::/32", { address: "2001:db8::/32" }],
    ["address:10.0.0.1", { address: "10.0.0.1" }],
    ['campaign:"Tower of Tests" creator:chris', { campaign, creator }],
    ['campaign:"The \\"best\\" game" held', { campaign: quoted, verdict: "held" }],
    [`campaign:${campaign}`, { campaign }],
    ["creator:somebody", { creator: "somebody" }],
    ["from:2h to:30m", { from: "2026-03-01T10:00:00.000Z", to: "2026-03-01T11:30:00.000Z" }],
    ["from:2026-02-01", { from: "2026-02-01T00:00:00.000Z" }],
    ["from:2026-02-01T10:30", { from: "2026-02-01T10:30:00.000Z" }],
  ])("reads %j", (text, filter) => {
    expect(parse(text)).toEqual({ ok: true, filter });
  });

  it.each([
    ["signal:magic", "no signal “magic”"],
    ["campaign:Elsewhere", "not a campaign on the screen"],
    ["from:yesterday", "is not a time"],
    ["from:2026-02-99", "is not a time"],
    ["address:everywhere", "must be an address or a range"],
    ["chris", "“chris” is not a filter"],
    ["signal:", "“signal:” is not a filter"],
    ["any:thing", "“any:thing” is not a filter"],
  ])("explains what is wrong with %j", (text, message) => {
    expect(parse(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("completeFilter", () => {
  it.each([
    ["he", ["held"]],
    ["held si", ["held signal:"]],
    ["signal:ip_d", ["signal:ip_daily"]],
    [
      "signal:ip_",
      signalOrder.filter((name) => name.startsWith("ip_")).map((name) => `signal:${name}`),
    ],
    ['held campaign:"To', ['held campaign:"Tower of Tests"']],
    ['held campaign:"The \\"b', ['held campaign:"The \\"best\\" game"']],
    ["held campaign:", ['held campaign:"Tower of Tests"', 'held campaign:"The \\"best\\" game"']],
    ['creator:"cl', ['creator:"Cleo Creates"']],
    ["from:2", ["from:24h"]],
    ["signal:vpn", []],
    ["address:10", []],
  ])("%j", (text, completions) => {
    expect(completeFilter(text, known)).toEqual(completions);
  });

  it("writes words that it can parse", () => {
    const text = [filterWord("campaign", "Tower of Tests"), filterWord("creator", "chris")].join(
      " ",
    );
    expect(parse(text)).toMatchObject({ ok: true, filter: { campaign, creator } });
  });

  it.each(["chris", 'Ann "the fox"', "back\\slash", 'a "b\\" c'])(
    "keeps the name %j in a saved filter",
    (name) => {
      const saved = withCampaignIds(
        `${filterWord("campaign", 'The "best" game')} ${filterWord("creator", name)} held`,
        known,
      );
      const id = known.creators.get(name) ?? name;
      expect(parse(saved)).toEqual({
        ok: true,
        filter: { campaign: quoted, creator: id, verdict: "held" },
      });
    },
  );
});
