import { expect, it } from "vitest";
import { clickThroughRate, costPerClickMicros } from "./estimates";

it.each([
  [0n, 0n, null],
  [5n, 0n, null],
  [0n, 10n, 0],
  [1n, 3n, 33.33],
  [2n, 3n, 66.67],
  [30n, 30n, 100],
  [1n, 1_000_000n, 0],
])("has %s clicks of %s impressions at %s percent", (clicks, impressions, percent) => {
  expect(clickThroughRate(clicks, impressions)).toBe(percent);
});

it("divides what was paid by valid clicks only", () => {
  expect(costPerClickMicros(45_000n, 30n)).toBe(1_500n);
  expect(costPerClickMicros(10n, 3n)).toBe(3n);
  expect(costPerClickMicros(0n, 0n)).toBeNull();
});
