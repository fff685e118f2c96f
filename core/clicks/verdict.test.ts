import { expect, it } from "vitest";
import { policy } from "./release-policy";
import { decideVerdict } from "./spending";

it("finds a click valid that has no signal", () => {
  expect(decideVerdict([], policy.effects)).toEqual({ verdict: "valid", reason: null });
});

it("ignores notes when it decides", () => {
  expect(decideVerdict(["relay"], policy.effects)).toEqual({ verdict: "valid", reason: null });
});

it("uses the first deciding signal in rule order, no matter the order of the signals", () => {
  const found = ["exhausted", "ip_burst", "relay", "known_bot"] as const;
  expect(decideVerdict(found, policy.effects)).toEqual({ verdict: "invalid", reason: "known_bot" });
});

it("holds a click only if no rule refuses it", () => {
  expect(decideVerdict(["vpn"], policy.effects)).toEqual({ verdict: "held", reason: "vpn" });
  expect(decideVerdict(["vpn", "ip_burst"], policy.effects)).toEqual({
    verdict: "invalid",
    reason: "ip_burst",
  });
  expect(decideVerdict(["vpn", "paused"], policy.effects)).toEqual({
    verdict: "unpaid",
    reason: "paused",
  });
});
