import { expect, it } from "vitest";
import { earningsExample } from "./creator-example";

it("pays the valid share of the clicks, rounded down to a cent", () => {
  const example = earningsExample({
    perThousandMicros: 1_500_000n,
    validShare: 0.77,
    followPercent: 1,
  });
  expect(example).toMatchObject({ clicks: 100_000, validClicks: 77_000, earned: 115.5 });
});

it("names the share of followers at which both pay the same, rounded up", () => {
  const even = (validShare: number | null) =>
    earningsExample({ perThousandMicros: 1_500_000n, validShare, followPercent: 1 }).evenPercent;
  expect(even(null)).toBe(0.34);
  expect(even(0.5)).toBe(0.67);
  expect(even(0)).toBeNull();
  const { earned } = earningsExample({
    perThousandMicros: 1_500_000n,
    validShare: null,
    followPercent: 0.34,
  });
  expect(earned).toBeGreaterThanOrEqual(50);
});
