import { describe, expect, it } from "vitest";
import { formatRunway, runwayDays } from "./runway";

const now = new Date("2026-03-10T12:00:00Z");
const point = (at: string, spend: number) => ({
  at,
  spend,
  valid: 0,
  invalid: 0,
  held: 0,
  unpaid: 0,
  pending: 0,
  impressions: 0,
  conversions: 0,
});
const days = (spends: number[]) =>
  spends.map((spend, n) =>
    point(`2026-03-${String(11 - spends.length + n).padStart(2, "0")}T00:00:00Z`, spend),
  );

describe("runwayDays", () => {
  it("uses the rate of the last seven days, including today so far", () => {
    const points = days([90, 90, 2, 2, 2, 2, 2, 2, 1]);
    expect(runwayDays({ points, budgetLeft: 20, now })).toBeCloseTo(10);
  });

  it("counts from the first day with spend", () => {
    const points = days([0, 0, 0, 0, 0, 4, 2]);
    expect(runwayDays({ points, budgetLeft: 8, now })).toBeCloseTo(2);
  });

  it("is null without spend, or with less than an hour of it", () => {
    expect(runwayDays({ points: days([0, 0, 0]), budgetLeft: 8, now })).toBeNull();
    expect(runwayDays({ points: [], budgetLeft: 8, now })).toBeNull();
    const points = [point("2026-03-10T11:30:00Z", 1)];
    expect(runwayDays({ points, budgetLeft: 8, now })).toBeNull();
  });
});

it.each([
  [null, "N/A"],
  [0, "under a day"],
  [0.99, "under a day"],
  [1.2, "about 1 day"],
  [12.6, "about 13 days"],
  [400, "over a year"],
])("%s days: %s", (length, words) => {
  expect(formatRunway(length)).toBe(words);
});
