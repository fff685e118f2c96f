import { expect, it } from "vitest";
import { policy } from "./policy";
import { decideVerdict } from "./verdict";

it("finds a click valid that has no signal", () => {
  expect(decideVerdict([], policy.effects)).toEqual({ verdict: "valid", reason: null });
});

it("lets a note decide nothing", () => {
  expect(decideVerdict(["relay"], policy.effects)).toEqual({ verdict: "valid", reason: null });
});

it("takes the first deciding signal in the order of the rules, whatever order they were found in", () => {
  const found = ["exhausted", "vpn", "relay", "known_bot"] as const;
  expect(decideVerdict(found, policy.effects)).toEqual({ verdict: "invalid", reason: "known_bot" });
  expect(decideVerdict(["exhausted", "vpn"], policy.effects)).toEqual({
    verdict: "held",
    reason: "vpn",
  });
});
