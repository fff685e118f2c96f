import { AppError } from "@fairclick/core/errors";
import { describe, expect, it, vi } from "vitest";
import { actOnEach } from "./act-on-each";
import type { EachAct, Outcome, SingleAct } from "./acts";
import { explainRequest } from "./explain-error";

const links = ["one", "two", "three"];
const act: EachAct = {
  kind: "each",
  parts: links.map((code) => ({
    plan: { kind: "disableLink", code },
    rows: [{ key: code, name: `link ${code}` }],
  })),
  refused: [{ key: "four", name: "link four", why: "No link is selected" }],
  stakeMicros: 4_500n,
  reason: "a farm",
};

type Answer = (code: string) => Outcome;
const disabled: Answer = (code) => ({
  lines: ["disabledBy: none → operator"],
  changes: true,
  undo: { kind: "enableLink", code },
});

function run(answer: Answer, given: { dryRun?: boolean; isWanted?: () => boolean } = {}) {
  const called: string[] = [];
  const report = vi.fn();
  const outcome = actOnEach(act, given.dryRun ?? false, {
    perform: async (part: SingleAct) => {
      const code = "code" in part ? part.code : "";
      called.push(code);
      return answer(code);
    },
    explain: explainRequest,
    report,
    isWanted: given.isWanted ?? (() => true),
  });
  return { outcome, called, report };
}

describe("an act on marked rows", () => {
  it("says how many rows change and their money, and is undone in the opposite order", async () => {
    const { outcome, report } = run(disabled);
    expect(await outcome).toMatchObject({
      lines: [
        "Applied to 3 of 4 marked rows. All have $0.0045 at stake.",
        "link four: No link is selected",
        "link one: 1 marked",
        "link two: 1 marked",
        "link three: 1 marked",
      ],
      changes: true,
      undo: {
        parts: ["three", "two", "one"].map((code) => ({ plan: { kind: "enableLink", code } })),
      },
      rest: null,
    });
    expect(report.mock.calls).toEqual([[1], [2], [3]]);
  });

  it("continues after a refusal, names it, and does not undo it", async () => {
    const { outcome, called } = run((code) => {
      if (code === "two") throw new AppError("conflict", "The link two is disabled already.");
      return disabled(code);
    });
    const { refused, undo, rest, lines } = await outcome;
    expect(called).toEqual(links);
    expect(refused?.map(({ key, why }) => [key, why])).toEqual([
      ["four", "No link is selected"],
      ["two", "The link two is disabled already."],
    ]);
    expect(lines).toContain("link two: The link two is disabled already.");
    expect(undo).toMatchObject({ parts: [{ plan: { code: "three" } }, { plan: { code: "one" } }] });
    expect(rest).toMatchObject({ parts: [{ plan: { code: "two" } }] });
  });

  it("stops when the server no longer answers, and names what was not tried", async () => {
    const { outcome, called } = run((code) => {
      if (code === "two") throw new AppError("unavailable", "Nothing answers.");
      return disabled(code);
    });
    expect((await outcome).refused?.slice(1)).toMatchObject([
      { key: "two", why: expect.stringContaining("Nothing answers.") },
      { key: "three", why: "Not tried" },
    ]);
    expect(called).toEqual(["one", "two"]);
  });

  it("ends a dry run early if nobody waits for it, but never an act", async () => {
    const dry = run(disabled, { dryRun: true, isWanted: () => false });
    expect((await dry.outcome).changes).toBe(false);
    expect(dry.called).toEqual([]);
    const real = run(disabled, { isWanted: () => false });
    await real.outcome;
    expect(real.called).toEqual(links);
  });

  it("adds up the money of several groups, with debts", async () => {
    const sum = { action: "reverse" as const, clicks: 2, micros: -3_000n, debtMicros: 1_000n };
    const { outcome } = run(() => ({ lines: ["2 clicks"], changes: true, undo: null, sum }));
    expect((await outcome).lines[1]).toBe("6 clicks: $0.009 is reversed, $0.003 of it as a debt.");
  });

  it("names skipped clicks, and groups of which one call decides only a part", async () => {
    const parts = [
      {
        plan: { kind: "reject" as const, clicks: { ids: ["a", "b"] } },
        rows: [
          { key: "a", name: "12:01 ann" },
          { key: "b", name: "12:02 ann" },
        ],
      },
    ];
    const given = { kind: "each" as const, parts, refused: [], stakeMicros: 0n, reason: "why" };
    const doing = { explain: explainRequest, report: () => {}, isWanted: () => true };
    const skipping = await actOnEach(given, false, {
      ...doing,
      perform: async () => ({
        ...{
          lines: ["1 click: $0.0015 returns to the budget.", "Paid"],
          changes: true,
          undo: null,
        },
        skipped: [{ id: "b", why: "Paid" }],
      }),
    });
    expect(skipping.lines).toEqual([
      "Applied to 1 of 2 marked rows.",
      "1 click: $0.0015 returns to the budget.",
      "12:02 ann: Paid",
    ]);
    const partly = await actOnEach(given, false, {
      ...doing,
      perform: async () => ({ lines: [], changes: true, undo: null, isComplete: false }),
    });
    expect(partly.refused).toHaveLength(2);
  });
});
