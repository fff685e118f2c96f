import { expect, it } from "vitest";
import { type ClickAction, refusalReason } from "./decisions";
import type { Verdict } from "./signal";

it.each<[ClickAction, Verdict, ClickAction | null, string | null]>([
  ["approve", "held", null, null],
  ["approve", "invalid", "reject", null],
  ["approve", "invalid", "reverse", null],
  [
    "approve",
    "invalid",
    null,
    "Only held clicks, and clicks that an operator rejected or reversed, can be approved",
  ],
  [
    "approve",
    "unpaid",
    null,
    "Only held clicks, and clicks that an operator rejected or reversed, can be approved",
  ],
  ["approve", "valid", "approve", "The click is already paid"],
  ["approve", "pending", null, "The click is still pending"],
  ["reject", "held", null, null],
  ["reject", "valid", null, "The click is paid; reverse it instead"],
  ["reject", "invalid", "reject", "The click is already invalid or unpaid"],
  ["reject", "unpaid", null, "The click is already invalid or unpaid"],
  ["reverse", "valid", null, null],
  ["reverse", "valid", "approve", null],
  ["reverse", "invalid", "reverse", "The click is already reversed"],
  ["reverse", "held", null, "The click was not paid"],
  ["reverse", "pending", null, "The click is still pending"],
  ["hold", "invalid", "reject", null],
  ["hold", "invalid", "reverse", null],
  ["hold", "valid", "approve", "The click is paid; reverse it first"],
  ["hold", "held", null, "The click is already held"],
  [
    "hold",
    "invalid",
    null,
    "Only clicks that were held before an operator decided can be held again",
  ],
  ["hold", "pending", null, "The click is still pending"],
])("%s takes a %s click, last decided by %s: %j", (action, verdict, decided, expected) => {
  expect(refusalReason(action, { verdict, decided, wasHeld: decided !== null })).toBe(expected);
});

it("holds no click again that was never held", () => {
  const reversed = { verdict: "invalid", decided: "reverse", wasHeld: false } as const;
  expect(refusalReason("hold", reversed)).toContain("were held");
});
