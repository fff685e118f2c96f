import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decimalFromMicros,
  dollarsFromMicros,
  formatDollars,
  formatExactDollars,
  microsFromDollars,
  wholeCentsFromMicros,
} from "./amounts";

describe("microsFromDollars", () => {
  it("reads what cents cannot hold", () => {
    expect(microsFromDollars(0.0015)).toBe(1_500n);
    expect(microsFromDollars("0.0015")).toBe(1_500n);
  });

  it("rounds a product of floats to the intended decimal", () => {
    expect(microsFromDollars(1.1 / 1000)).toBe(1_100n);
    expect(microsFromDollars((1.1 / 1000) * 10_000)).toBe(11_000_000n);
    expect(microsFromDollars(0.1 + 0.2)).toBe(300_000n);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e308, -0, -1, 1e-7, 0.1234567, 1e12])(
    "refuses the number %s",
    (n) => {
      expect(microsFromDollars(n)).toBeNull();
    },
  );

  it.each(["", "ten", "1e3", "-1", "1.", ".5", "0.0000001", "1,000", "١"])(
    "refuses the text %j",
    (text) => {
      expect(microsFromDollars(text)).toBeNull();
    },
  );

  it("parses every amount that it formats", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_000_000n }), (micros) => {
        expect(microsFromDollars(dollarsFromMicros(micros))).toBe(micros);
      }),
    );
  });
});

it("shows only whole cents that are there", () => {
  expect(wholeCentsFromMicros(45_000n)).toBe(4);
  expect(formatDollars(45_000n)).toBe("$0.04");
  expect(formatDollars(1_500n, 4)).toBe("$0.0015");
  expect(formatDollars(-1_234_567_890_000n)).toBe("-$1,234,567.89");
});

it.each([
  [15_000_000n, "$15.00"],
  [0n, "$0.00"],
  [1_500n, "$0.0015"],
  [1_500_100_000n, "$1,500.10"],
  [-45_000n, "-$0.045"],
  [1n, "$0.000001"],
])("shows all of %s micros", (micros, text) => {
  expect(formatExactDollars(micros)).toBe(text);
});

it.each([
  [10_000_000n, "10"],
  [0n, "0"],
  [1_500n, "0.0015"],
  [1_234_500_000n, "1234.5"],
  [-45_000n, "-0.045"],
])("writes %s micros as a plain decimal", (micros, text) => {
  expect(decimalFromMicros(micros)).toBe(text);
});
