import { expect, it } from "vitest";
import { type Period, seriesWindow } from "./series-window";

const now = new Date(2026, 2, 31, 14, 25, 36, 7);
const local = (...parts: [number, number, number, number?]) => new Date(...parts).toISOString();
const listWindow = (period: Period) => {
  const { from, to, step } = seriesWindow(period, now);
  return [from, to, step];
};
const long = local(2024, 0, 5);

it.each([
  [{ range: "2d", begin: long }, local(2026, 2, 29, 14), local(2026, 2, 31, 15), "hour"],
  [{ range: "7d", begin: long }, local(2026, 2, 25), local(2026, 3, 1), "day"],
  [{ range: "30d", begin: long }, local(2026, 2, 2), local(2026, 3, 1), "day"],
  [{ range: "90d", begin: long }, local(2026, 0, 1), local(2026, 3, 1), "day"],
] as const)("shows whole steps up to the current one: %o", (period, from, to, step) => {
  expect(listWindow(period)).toEqual([from, to, step]);
});

it("begins where the campaign began, at most 399 days ago", () => {
  const begin = new Date(2026, 2, 29, 9, 30).toISOString();
  expect(listWindow({ range: "30d", begin })[0]).toBe(local(2026, 2, 29));
  expect(listWindow({ range: "all", begin })[0]).toBe(local(2026, 2, 29));
  expect(listWindow({ range: "all", begin: long })[0]).toBe(local(2025, 1, 26));
});

it("shows today for a campaign that has not begun", () => {
  expect(listWindow({ range: "30d", begin: local(2027, 0, 1) })).toEqual([
    local(2026, 2, 31),
    local(2026, 3, 1),
    "day",
  ]);
});
