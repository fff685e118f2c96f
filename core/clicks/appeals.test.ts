import { expect, it } from "vitest";
import { appealUntil } from "./appeals";

const clickedAt = new Date("2026-01-01T12:00:00Z");
const until = new Date("2026-02-01T00:00:00Z");

it.each([
  ["invalid", "2026-01-01T12:00:01Z", until],
  ["invalid", "2026-01-31T23:59:59Z", until],
  ["invalid", "2026-02-01T00:00:00Z", null],
  ["valid", "2026-01-02T12:00:00Z", null],
  ["held", "2026-01-02T12:00:00Z", until],
  ["unpaid", "2026-01-02T12:00:00Z", null],
  ["pending", "2026-01-02T12:00:00Z", null],
] as const)("of a click that is %s, checked at %s", (verdict, now, expected) => {
  expect(appealUntil({ verdict, clickedAt, now: new Date(now) })).toEqual(expected);
});
