import fc from "fast-check";
import { expect, it } from "vitest";
import { allocateRefund } from "./refunds";

const cents = (min: number) => fc.integer({ min, max: 10_000 }).map((n) => BigInt(n) * 10_000n);

it("takes the first sources whole and a part of the last one", () => {
  const [newest, middle, oldest] = [
    { refundableMicros: 20n },
    { refundableMicros: 30n },
    { refundableMicros: 40n },
  ];
  expect(allocateRefund(35n, [newest, middle, oldest])).toEqual([
    { source: newest, micros: 20n },
    { source: middle, micros: 15n },
  ]);
});

it("returns null if the sources do not cover the amount", () => {
  expect(allocateRefund(11n, [{ refundableMicros: 10n }])).toBeNull();
  expect(allocateRefund(1n, [])).toBeNull();
});

it("allocates exactly the amount and never more than a source holds", () => {
  const sources = fc.array(cents(0).map((refundableMicros) => ({ refundableMicros })));
  fc.assert(
    fc.property(sources, cents(1), (each, amount) => {
      const total = each.reduce((sum, { refundableMicros }) => sum + refundableMicros, 0n);
      const parts = allocateRefund(amount, each);
      expect(parts === null).toBe(amount > total);
      for (const { source, micros } of parts ?? []) {
        expect(micros).toBeGreaterThan(0n);
        expect(micros).toBeLessThanOrEqual(source.refundableMicros);
      }
      if (parts) expect(parts.reduce((sum, { micros }) => sum + micros, 0n)).toBe(amount);
    }),
  );
});
