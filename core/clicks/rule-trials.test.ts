import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policy } from "./release-policy";
import { describeTrial, isAboveBound, listTrials, type RuleTrial, wilson } from "./rule-trials";

describe("wilson", () => {
  it.each([
    [0, 10, 0, 0.2775],
    [12, 1_234, 0.0056, 0.0169],
    [50, 100, 0.4038, 0.5962],
    [10, 10, 0.7225, 1],
  ])("%s of %s lies between %s and %s", (part, whole, low, high) => {
    const bounds = wilson(part, whole);
    expect(bounds.low).toBeCloseTo(low, 4);
    expect(bounds.high).toBeCloseTo(high, 4);
  });

  it("is the whole range without cases, and otherwise contains the share", () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 1_000_000 }), (part, more) => {
        const { low, high } = wilson(part, part + more);
        const share = part / (part + more);
        expect(0 <= low && low <= share + 1e-12 && share <= high && high <= 1).toBe(true);
      }),
    );
  });
});

it.each([
  [1_234, 12, "Of 1,234 clicks this rule refused, 12 became players who came back (0.6–1.7%)."],
  [400, 1, "Of 400 clicks this rule refused, 1 became a player who came back (0.0–1.4%)."],
  [100, 0, "Of 100 clicks this rule refused, 0 became players who came back (0.0–3.7%)."],
  [99, 99, "Too few reports yet to say."],
])("%s refused clicks and %s returns: %s", (clicks, returned, text) => {
  expect(describeTrial({ clicks, joined: returned, returned })).toBe(text);
});

describe("isAboveBound", () => {
  const wrong: RuleTrial = {
    ...{ clicks: 2_000, joined: 300, returned: 100 },
    accepted: { clicks: 10_000, joined: 2_000, returned: 500 },
    developers: 4,
    others: { clicks: 1_500, returned: 60 },
  };

  it("proposes a rule if its refused players return nearly as often as accepted ones", () => {
    expect(isAboveBound(wrong)).toBe(true);
  });

  it.each<[string, Partial<RuleTrial>]>([
    ["a return ratio below the bound", { returned: 20, others: { clicks: 1_500, returned: 15 } }],
    ["one developer who reports nearly all returns", { others: { clicks: 1_500, returned: 5 } }],
    ["fewer than three developers", { developers: 2 }],
    ["too few clicks of the others", { others: { clicks: 99, returned: 90 } }],
    ["too few accepted clicks", { accepted: { clicks: 99, joined: 5, returned: 5 } }],
  ])("proposes nothing for %s", (_name, change) => {
    expect(isAboveBound({ ...wrong, ...change })).toBe(false);
  });
});

describe("listTrials", () => {
  const trials = listTrials([], policy.effects);
  const signals: string[] = trials.map(({ signal }) => signal);

  it("lists what refuses or holds, and leaves out what never reaches a game", () => {
    expect(signals).toContain("datacenter");
    for (const name of ["prefetch", "preview_bot", "not_get", "relay", "ended", "exhausted"]) {
      expect(signals).not.toContain(name);
    }
    expect(trials[0]).toMatchObject({
      clicks: 0,
      percent: null,
      text: "Too few reports yet to say.",
    });
  });

  it("calls soft what judges neighbours and shared addresses, and never proofs of a program", () => {
    const soft = trials.filter((trial) => trial.soft).map(({ signal }) => signal);
    expect(soft).toEqual(expect.arrayContaining(["vpn", "tor", "device_repeat", "ip_daily"]));
    for (const hard of [
      "self_click",
      "honeypot",
      "known_bot",
      "datacenter",
      "ip_burst",
      "embedded",
    ]) {
      expect(soft).not.toContain(hard);
    }
    expect(soft.every((signal) => policy.effects[signal] !== "note")).toBe(true);
  });
});
