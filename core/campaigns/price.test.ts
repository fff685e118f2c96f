import { expect, it } from "vitest";
import { priceAt } from "./status";

const prices = [
  { from: 0, payoutMicros: 5n },
  { from: 1_000, payoutMicros: 7n },
  { from: 2_000, payoutMicros: 3n },
];

it.each([
  [-1, 5n],
  [0, 5n],
  [999, 5n],
  [1_000, 7n],
  [1_999, 7n],
  [2_000, 3n],
  [1e15, 3n],
])("at %i is %i", (at, price) => {
  expect(priceAt({ prices }, at)).toBe(price);
});

it("throws without a price", () => {
  expect(() => priceAt({ prices: [] }, 0)).toThrow("A campaign without a price");
});
