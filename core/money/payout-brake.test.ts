import fc from "fast-check";
import { expect, it } from "vitest";
import { findBrake, type UnprovedPayout } from "./withdrawals";

const now = new Date("2026-11-22T12:00:00Z");
const DAY_MS = 86_400_000;
const days = (count: number) => new Date(now.getTime() + count * DAY_MS);
const dollars = (amount: number) => BigInt(amount) * 1_000_000n;
const payout = (amount: number, daysAgo: number, disputed = false): UnprovedPayout => ({
  micros: dollars(amount),
  at: days(-daysAgo),
  disputed,
});
const brake = (payouts: UnprovedPayout[], amount: number, unprovedPayoutDollars = 100) =>
  findBrake(payouts, dollars(amount), { unprovedPayoutDollars, now });

it.each<[string, UnprovedPayout[], number, { until: Date | null } | null]>([
  ["nothing before", [], 100, null],
  ["more than the limit alone", [], 101, { until: null }],
  ["exactly the limit together", [payout(60, 1)], 40, null],
  ["more together", [payout(60, 1)], 41, { until: days(6) }],
  ["payouts that no longer count", [payout(100, 7)], 100, null],
  ["several, until enough of them end", [payout(50, 6), payout(50, 1)], 60, { until: days(6) }],
  ["several, of which one is enough", [payout(50, 1), payout(50, 6)], 50, { until: days(1) }],
  ["disputed ones for longer", [payout(100, 8, true)], 1, { until: days(22) }],
  ["no unproved money", [payout(500, 1)], 0, null],
])("decides after %s", (_, payouts, amount, expected) => {
  expect(brake(payouts, amount)).toEqual(expected);
});

it("keeps nothing if it is off", () => {
  expect(brake([payout(500, 1)], 10_000, 0)).toBeNull();
});

it("says a time at which the withdrawal fits, and no earlier one", () => {
  const some = fc.record({
    micros: fc.bigInt({ min: 1n, max: 100_000_000n }),
    at: fc.integer({ min: 0, max: 40 }).map((count) => days(-count)),
    disputed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(some), fc.bigInt({ min: 1n, max: 100_000_000n }), (payouts, micros) => {
      const rules = { unprovedPayoutDollars: 100 };
      const found = findBrake(payouts, micros, { ...rules, now });
      if (!found) return;
      if (!found.until) throw new Error("It fits as soon as all others have ended");
      expect(findBrake(payouts, micros, { ...rules, now: found.until })).toBeNull();
      const before = new Date(found.until.getTime() - 1);
      expect(findBrake(payouts, micros, { ...rules, now: before })).not.toBeNull();
    }),
  );
});
