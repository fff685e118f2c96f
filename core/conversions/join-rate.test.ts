import { expect, it } from "vitest";
import { isFarBelow, medianRate } from "./conversions";

it("has a median from five campaigns on", () => {
  expect(medianRate([0.1, 0.2, 0.3, 0.4])).toBeNull();
  expect(medianRate([0.5, 0.1, 0.3, 0.2, 0.4])).toBe(0.3);
  expect(medianRate([0.5, 0.1, 0.3, 0.2, 0.4, 0.6])).toBeCloseTo(0.35);
});

it.each([
  [{ clicks: 1_000, joined: 10 }, 0.2, true],
  [{ clicks: 1_000, joined: 0 }, 0.2, true],
  [{ clicks: 1_000, joined: 45 }, 0.2, false],
  [{ clicks: 99, joined: 0 }, 0.2, false],
  [{ clicks: 1_000, joined: 0 }, null, false],
])("%j beside a median of %s is far below: %s", (counts, genreRate, isFar) => {
  expect(isFarBelow(counts, genreRate)).toBe(isFar);
});
