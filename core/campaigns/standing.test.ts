import { expect, it } from "vitest";
import { budgetDays, countedPercent, describeBudgetLasts } from "./estimates";

const day = { leftMicros: 30_000_000n, daySpentMicros: 12_000_000n, dayHours: 24 };

it("divides what is left by what the last 24 hours spent", () => {
  expect(budgetDays(day)).toBe(2.5);
  expect(budgetDays({ ...day, leftMicros: 0n })).toBe(0);
  expect(budgetDays({ ...day, leftMicros: -1n })).toBe(0);
});

it("takes the hours that a new campaign has run for its day", () => {
  expect(budgetDays({ ...day, dayHours: 6 })).toBe(0.6);
  expect(budgetDays({ ...day, dayHours: 900 })).toBe(2.5);
});

it("is null without spending, and in a campaign's first hour", () => {
  expect(budgetDays({ ...day, daySpentMicros: 0n })).toBeNull();
  expect(budgetDays({ ...day, daySpentMicros: -1n })).toBeNull();
  expect(budgetDays({ ...day, dayHours: 0.9 })).toBeNull();
});

it("returns the share of judged clicks that were paid, rounded down", () => {
  expect(countedPercent({ valid: 93n, invalid: 40n, unpaid: 7n })).toBe(66);
  expect(countedPercent({ valid: 0n, invalid: 100n, unpaid: 0n })).toBe(0);
  expect(countedPercent({ valid: 99n, invalid: 0n, unpaid: 0n })).toBeNull();
});

const now = new Date("2026-03-01T12:00:00Z");
const running = { status: "ACTIVE", endDate: "2099-01-01T00:00:00.000Z" } as const;

it.each([
  [null, null],
  [0, "Less than an hour at today's rate"],
  [0.1, "About 2 hours at today's rate"],
  [1.2, "About 1 day at today's rate"],
  [12.4, "About 12 days at today's rate"],
  [900, "Over a year at today's rate"],
])("describes %j days of budget as %j", (budgetDays, text) => {
  expect(describeBudgetLasts({ ...running, standing: { budgetDays } }, now)).toBe(text);
});

it("does not promise more days than the campaign has", () => {
  const endDate = "2026-03-04T12:00:00.000Z";
  const of = (budgetDays: number) =>
    describeBudgetLasts({ ...running, endDate, standing: { budgetDays } }, now);
  expect([of(2.9), of(3), of(900)]).toEqual([
    "About 3 days at today's rate",
    "Until the campaign ends",
    "Until the campaign ends",
  ]);
});

it.each([
  ["EXHAUSTED", "Used up"],
  ["ENDED", null],
  ["DISABLED", null],
] as const)("forecasts nothing for a campaign that is %s", (status, text) => {
  for (const budgetDays of [null, 3]) {
    expect(describeBudgetLasts({ ...running, status, standing: { budgetDays } }, now)).toBe(text);
  }
});
