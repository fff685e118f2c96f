import type { ClickDetail } from "@fairclick/core/clicks/flagged-clicks";
import { expect, it } from "vitest";
import { flaggedClickDetail } from "../testing/flagged-click";
import { describeClick } from "./describe";

const describeLines = (change: Partial<ClickDetail>) =>
  describeClick({ ...flaggedClickDetail(), ...change })
    .slice(0, 3)
    .map(({ label, text }) => (label ? `${label}: ${text}` : text));

const approval = { action: "approve" as const, at: "2026-03-02T13:00:00.000Z" };

it("says that a game proved a click, or which operator approved it", () => {
  const proven = { ...approval, operator: null };
  expect(
    describeLines({ verdict: "valid", reason: null, proof: "paid", decisions: [proven] }),
  ).toEqual(["valid", "approve: proven by the game at 2026-03-02 13:00:00", ""]);
  expect(describeLines({ decisions: [{ ...approval, operator: "ann" }] })).toContain(
    "approve: by ann at 2026-03-02 13:00:00",
  );
});

it("says why a click is not paid although its player came back", () => {
  expect(describeLines({ verdict: "invalid", reason: "ip_burst", proof: "address_full" })).toEqual([
    "invalid · ip_burst",
    "returned: the player came back; not paid: address_full",
    "",
  ]);
});
