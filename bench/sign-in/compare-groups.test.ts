import { expect, it } from "vitest";
import { compareGroups, quantile } from "./compare-groups";

it("finds no difference between equal groups", () => {
  expect(compareGroups([1, 2, 3], [1, 2, 3])).toEqual({ share: 0.5, deviations: 0 });
  expect(compareGroups([7, 7], [7, 7, 7]).share).toBe(0.5);
});

it("finds a group whose values are all larger, whatever an outlier is worth", () => {
  expect(compareGroups([5, 6, 1_000_000], [1, 2, 3]).share).toBe(1);
  expect(compareGroups([1, 2, 3], [5, 6, 7]).share).toBe(0);
});

it("counts the pairs", () => {
  expect(compareGroups([1, 4], [2, 3, 5]).share).toBeCloseTo(2 / 6);
});

it("measures the distance in standard deviations of alike groups", () => {
  const ramp = Array.from({ length: 100 }, (_, n) => n);
  const later = ramp.map((n) => n + 30);
  expect(compareGroups(later, ramp).deviations).toBeGreaterThan(5);
  expect(Math.abs(compareGroups(ramp, ramp).deviations)).toBeLessThan(0.01);
});

it("returns quantiles", () => {
  expect([0.1, 0.5, 0.99].map((share) => quantile([5, 1, 4, 2, 3], share))).toEqual([1, 3, 5]);
});
