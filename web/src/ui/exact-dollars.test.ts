import { expect, it } from "vitest";
import { downToCents, exactDollars, signedDollars } from "./format";

it.each([
  [0, "$0.00"],
  [50, "$50.00"],
  [1234.5, "$1,234.50"],
  [0.045, "$0.045"],
  [0.0015, "$0.0015"],
  [0.000001, "$0.000001"],
  [-12.3456, "-$12.3456"],
])("formats %d as %s", (dollars, text) => {
  expect(exactDollars(dollars)).toBe(text);
});

it("marks credits with a plus", () => {
  expect([signedDollars(10), signedDollars(-10), signedDollars(0)]).toEqual([
    "+$10.00",
    "-$10.00",
    "$0.00",
  ]);
});

it("rounds down to the cent, and reports a rest", () => {
  expect(downToCents(0.045)).toEqual({ text: "$0.04", cents: 4, rest: true });
  expect(downToCents(12.3)).toEqual({ text: "$12.30", cents: 1230, rest: false });
});
