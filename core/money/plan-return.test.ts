import fc from "fast-check";
import { expect, it } from "vitest";
import { planReturn } from "./refunds";

const CENT = 10_000n;
const cents = fc.bigInt({ min: 0n, max: 500n }).map((n) => n * CENT);
const micros = fc.bigInt({ min: 0n, max: 5_000_000n });

const nothing = {
  walletMicros: 0n,
  budgetMicros: 0n,
  refundableMicros: 0n,
  refundableBudgetMicros: 0n,
  owedMicros: 0n,
};

it("returns what can go back, and loses the rest", () => {
  const holdings = { ...nothing, walletMicros: 5n * CENT, refundableMicros: 3n * CENT };
  expect(planReturn(holdings)).toEqual({
    nowMicros: 3n * CENT,
    laterMicros: 0n,
    lostMicros: 2n * CENT,
  });
});

it("pays debts with money that cannot go back", () => {
  const wallet = { ...nothing, walletMicros: 5n * CENT, refundableMicros: 3n * CENT };
  expect(planReturn({ ...wallet, owedMicros: 2n * CENT })).toEqual({
    nowMicros: 3n * CENT,
    laterMicros: 0n,
    lostMicros: 0n,
  });
  expect(planReturn({ ...wallet, owedMicros: 4n * CENT }).nowMicros).toBe(1n * CENT);
});

it("keeps what is owed in the wallet until the budget that can pay it returns", () => {
  const holdings = {
    ...nothing,
    walletMicros: 40n * CENT,
    refundableMicros: 40n * CENT,
    budgetMicros: 15n * CENT,
    owedMicros: 15n * CENT,
  };
  expect(planReturn(holdings)).toEqual({
    nowMicros: 25n * CENT,
    laterMicros: 15n * CENT,
    lostMicros: 0n,
  });
});

it("never returns more than there is beside the debt, and divides all of it", () => {
  const holdings = fc
    .record({ stuckNow: micros, stuckLater: micros, now: cents, later: cents, owedMicros: micros })
    .map(({ stuckNow, stuckLater, now, later, owedMicros }) => ({
      walletMicros: stuckNow + now,
      budgetMicros: stuckLater + later,
      refundableMicros: now,
      refundableBudgetMicros: later,
      owedMicros,
    }));
  fc.assert(
    fc.property(holdings, (each) => {
      const { nowMicros, laterMicros, lostMicros } = planReturn(each);
      const total = each.walletMicros + each.budgetMicros;
      const paid = each.owedMicros < total ? each.owedMicros : total;
      for (const part of [nowMicros, laterMicros, lostMicros])
        expect(part).toBeGreaterThanOrEqual(0n);
      expect(nowMicros).toBeLessThanOrEqual(each.refundableMicros);
      expect(each.walletMicros - nowMicros).toBeGreaterThanOrEqual(
        each.owedMicros < each.walletMicros ? each.owedMicros : 0n,
      );
      const left = total - paid - nowMicros - laterMicros - lostMicros;
      expect(left).toBeGreaterThanOrEqual(0n);
      expect(left).toBeLessThan(CENT);
    }),
  );
});
