import { expect, it } from "vitest";
import { budgetDays, countedPercent } from "./estimates";

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
