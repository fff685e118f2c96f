import fc from "fast-check";
import { expect, it } from "vitest";
import { describeFee, feePerClick } from "./fee";

it.each([
  [0, 0n, 1_500n, 0n],
  [1_000, 0n, 1_500n, 150n],
  [750, 0n, 1_500n, 113n],
  [1, 0n, 1n, 1n],
  [10_000, 0n, 1_500n, 1_500n],
  [1_000, 200n, 1_500n, 200n],
  [1_000, 100n, 1_500n, 150n],
  [0, 40n, 1_500n, 40n],
])(
  "is %i basis points, at least %i micros: a click of %i costs %i more",
  (basisPoints, minimumMicros, payout, fee) => {
    expect(feePerClick({ basisPoints, minimumMicros }, payout)).toBe(fee);
  },
);

it("is at most a micro above the exact share", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.bigInt({ min: 1n, max: 5_000_000n }), (basisPoints, payout) => {
      const excess =
        feePerClick({ basisPoints, minimumMicros: 0n }, payout) * 10_000n -
        payout * BigInt(basisPoints);
      expect(excess >= 0n && excess < 10_000n).toBe(true);
    }),
  );
});

it("is described in a sentence", () => {
  const sentence = (basisPoints: number, minimumMicros: bigint) =>
    describeFee({ basisPoints, minimumMicros }).split(". ")[0];
  expect(sentence(0, 0n)).toBe("Fairclick takes no fee.");
  expect(sentence(750, 0n)).toBe("Fairclick's fee is 7.5% of what a click pays its creator");
  expect(sentence(0, 20n)).toBe("Fairclick's fee is $0.00002 a click");
  expect(sentence(1_000, 20n)).toBe(
    "Fairclick's fee is 10% of what a click pays its creator, at least $0.00002 a click",
  );
});
