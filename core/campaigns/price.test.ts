import { expect, it } from "vitest";
import { costAt } from "./status";

const prices = [
  { from: 0, payoutMicros: 5n, feeMicros: 1n },
  { from: 1_000, payoutMicros: 7n, feeMicros: 2n },
  { from: 2_000, payoutMicros: 3n, feeMicros: 1n },
];

it.each([
  [-1, 5n, 1n],
  [0, 5n, 1n],
  [999, 5n, 1n],
  [1_000, 7n, 2n],
  [1_999, 7n, 2n],
  [2_000, 3n, 1n],
  [1e15, 3n, 1n],
])("at %i is %i and the fee %i", (at, priceMicros, feeMicros) => {
  expect(costAt({ prices }, at)).toEqual({ priceMicros, feeMicros });
});

it("throws without a price", () => {
  expect(() => costAt({ prices: [] }, 0)).toThrow("A campaign without a price");
});
