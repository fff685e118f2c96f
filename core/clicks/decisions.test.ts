import { expect, it } from "vitest";
import { type ClickAction, whyNot } from "./decisions";
import type { Verdict } from "./signal";

it.each<[ClickAction, Verdict, ClickAction | null, string | null]>([
  ["approve", "held", null, null],
  ["approve", "invalid", "reject", null],
  ["approve", "invalid", "reverse", null],
  ["approve", "invalid", null, "Only what is held, or was refused by an operator, can be approved"],
  ["approve", "unpaid", null, "Only what is held, or was refused by an operator, can be approved"],
  ["approve", "valid", "approve", "It is paid already"],
  ["approve", "pending", null, "It is not judged yet"],
  ["reject", "held", null, null],
  ["reject", "valid", null, "It is paid: it can be reversed"],
  ["reject", "invalid", "reject", "It is refused already"],
  ["reject", "unpaid", null, "It is refused already"],
  ["reverse", "valid", null, null],
  ["reverse", "valid", "approve", null],
  ["reverse", "invalid", "reverse", "It was taken back already"],
  ["reverse", "held", null, "It was not paid"],
  ["reverse", "pending", null, "It is not judged yet"],
])("%s takes a %s click, last decided by %s: %j", (action, verdict, decided, expected) => {
  expect(whyNot(action, { verdict, decided })).toBe(expected);
});
