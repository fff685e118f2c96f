import { describe, expect, it } from "vitest";
import { clickThroughRate, isLive, percentUsed } from "./campaign-status";

describe("percentUsed", () => {
  it.each([
    [15, 0, 0],
    [15, 7.5, 50],
    [15, 15, 100],
    [15, 16, 100],
    [0, 0, 0],
    [0, 5, 0],
  ])("of a budget of %d with %d used is %d", (budget, budgetUsed, percent) => {
    expect(percentUsed({ budget, budgetUsed })).toBe(percent);
  });
});

describe("clickThroughRate", () => {
  it("has two decimals", () => {
    expect(clickThroughRate({ totalClicks: 1, impressions: 3 })).toBe("33.33%");
    expect(clickThroughRate({ totalClicks: 0, impressions: 3 })).toBe("0.00%");
  });

  it("is N/A without impressions", () => {
    expect(clickThroughRate({ totalClicks: 5, impressions: 0 })).toBe("N/A");
  });
});

describe("isLive", () => {
  const now = new Date("2026-03-01T12:00:00Z");

  it.each([
    [true, "2026-03-02T00:00:00Z", true],
    [true, "2026-03-01T12:00:00Z", false],
    [true, "2026-02-01T00:00:00Z", false],
    [false, "2026-03-02T00:00:00Z", false],
  ])("isActive %s, end %s: %s", (isActive, endDate, live) => {
    expect(isLive({ isActive, endDate }, now)).toBe(live);
  });
});
