import { expect, it } from "vitest";
import { formatAge, formatFacts } from "./output";

const now = new Date("2026-01-10T00:00:00Z");

it.each([
  [null, ""],
  ["2026-01-10T00:00:01Z", "0 s"],
  ["2026-01-09T23:59:48Z", "12 s"],
  ["2026-01-09T23:56:00Z", "4 min"],
  ["2026-01-09T21:00:00Z", "3 h"],
  ["2026-01-02T00:00:00Z", "8 d"],
])("the age of %s is %j", (iso, age) => {
  expect(formatAge(iso, now)).toBe(age);
});

it("aligns facts", () => {
  expect(
    formatFacts([
      ["a", "1"],
      ["long", "2"],
    ]),
  ).toBe("a     1\nlong  2");
});
