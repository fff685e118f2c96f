import fc from "fast-check";
import { expect, it } from "vitest";
import { clickFee, describeFee } from "./prices";

it.each([
  [0, 1_500n, 0n],
  [1_000, 1_500n, 150n],
  [750, 1_500n, 113n],
  [1, 1n, 1n],
  [10_000, 1_500n, 1_500n],
])("is %i basis points: a click of %i costs %i more", (basisPoints, payout, fee) => {
  expect(clickFee(basisPoints, payout)).toBe(fee);
});

it("is at most a micro above the exact share", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.bigInt({ min: 1n, max: 5_000_000n }), (basisPoints, payout) => {
      const excess = clickFee(basisPoints, payout) * 10_000n - payout * BigInt(basisPoints);
      expect(excess >= 0n && excess < 10_000n).toBe(true);
    }),
  );
});

it("is described in a sentence", () => {
  expect(describeFee(0)).toBe("Fairclick takes no fee.");
  expect(describeFee(750)).toMatch("Fairclick's fee is 7.5% of what a click pays its creator. The");
});
