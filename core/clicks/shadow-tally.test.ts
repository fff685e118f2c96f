import { expect, it } from "vitest";
import type { ClickToJudge } from "./facts";
import { openShadowTally, SAMPLED_CLICKS } from "./shadow-tally";
import type { Decision, JudgedClick } from "./verdict";

const valid: Decision = { verdict: "valid", reason: null };
const held: Decision = { verdict: "held", reason: "vpn" };
const refused: Decision = { verdict: "invalid", reason: "vpn" };

function clickOf(id: number, creatorId: string): ClickToJudge {
  return {
    ...{ id: String(id), at: id, campaignId: "c", creatorId, ipKey: null, deviceKey: null },
    ...{
      weakKey: null,
      deviceKnown: false,
      deviceClass: null,
      country: null,
      signals: [],
      kept: null,
    },
  };
}

function judged(id: number, decision: Decision): JudgedClick {
  return {
    ...decision,
    ...{ id: String(id), signals: [], priceMicros: 7n, policyVersion: 1 },
    overrides: { campaign: null, creator: null },
    paidMicros: decision.verdict === "valid" ? 7n : 0n,
  };
}

function tally(pairs: readonly [Decision, Decision, string][]) {
  const { add, figures } = openShadowTally();
  for (const [id, [from, to, creatorId]] of pairs.entries()) {
    add(clickOf(id, creatorId), judged(id, from), judged(id, to));
  }
  return figures;
}

it("counts equal decisions, and links and clicks only of the others", () => {
  const figures = tally([
    [valid, valid, "u"],
    [valid, held, "u"],
    [valid, held, "v"],
    [held, refused, "v"],
    [held, valid, "v"],
  ]);
  const sample = (...ids: number[]) => ids.map((id) => ({ id: String(id), at: id }));
  expect(figures.outcomes).toEqual([
    { from: valid, to: valid, clicks: 1, micros: 0n, sample: [] },
    { from: valid, to: held, clicks: 2, micros: -14n, sample: sample(1, 2) },
    { from: held, to: refused, clicks: 1, micros: 0n, sample: sample(3) },
    { from: held, to: valid, clicks: 1, micros: 7n, sample: sample(4) },
  ]);
  expect(figures.links).toEqual([
    { campaignId: "c", creatorId: "u", clicks: 1, micros: -7n },
    { campaignId: "c", creatorId: "v", clicks: 3, micros: 0n },
  ]);
});

it("keeps a few clicks of each change, however many there are", () => {
  const flood = Array.from({ length: 1_000 }, (): [Decision, Decision, string] => [
    valid,
    refused,
    "u",
  ]);
  const [outcome] = tally(flood).outcomes;
  expect(outcome).toMatchObject({ clicks: 1_000, micros: -7_000n });
  expect(outcome?.sample).toHaveLength(SAMPLED_CLICKS);
});
