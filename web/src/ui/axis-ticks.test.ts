import { expect, it } from "vitest";
import { axisTicks } from "./clicks-over-time";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [41, [0, 10, 20, 30, 40, 50]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])("marks round numbers up to %d", (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks);
});

it("always reaches the highest value, with few whole numbers", () => {
  for (let most = 0; most < 1e14; most = Math.ceil(most * 1.13) + 1) {
    const ticks = axisTicks(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});
