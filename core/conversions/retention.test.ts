import { expect, it } from "vitest";
import { computePercent, lastCompleteDay, retentionTier } from "./report";

it.each([
  [1, 3, 33.33],
  [2, 3, 66.67],
  [0, 7, 0],
  [3, 0, null],
  [9, 8, 100],
])("%s of %s is %s per hundred", (part, whole, percent) => {
  expect(computePercent(part, whole)).toBe(percent);
});

it.each([
  [0, 0, "unknown"],
  [49, 1, "unknown"],
  [50, 1, "under_3"],
  [100, 3, "from_3_to_10"],
  [100, 10, "from_3_to_10"],
  [100, 11, "above_10"],
])("of %s who arrived %s returned: %s", (arrived, returned, tier) => {
  expect(retentionTier({ arrived, returned })).toBe(tier);
});

it("returns the last day on which every click's window has passed", () => {
  const now = new Date("2026-03-10T00:00:00Z");
  expect(lastCompleteDay(1, now)).toBe("2026-03-07");
  expect(lastCompleteDay(7, now)).toBe("2026-03-01");
  expect(lastCompleteDay(1, new Date("2026-03-10T23:59:59Z"))).toBe("2026-03-07");
});
