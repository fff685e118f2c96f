import { describe, expect, it } from "vitest";
import { type LimitsFrom, reachedCreatorCap, reachedDailyCap, type Spending } from "./spending";

const DAY_MS = 86_400_000;
const PRICE = 10n;
const none: LimitsFrom = { from: 0, dailyCapMicros: null, creatorCapMicros: null };

/** A click of creator `a` on a day, one millisecond after midnight. */
const claim = (day: number) => ({
  at: day * DAY_MS + 1,
  creatorId: "a",
  costMicros: PRICE,
});
const spent = (
  limits: Partial<LimitsFrom>[],
  days: [number, bigint][] = [],
  creators: [string, bigint][] = [],
): Spending => ({
  limits: limits.map((each) => ({ ...none, ...each })),
  days: new Map(days),
  creators: new Map(creators),
});

describe("caps", () => {
  it("are reached when the next click would exceed them, per UTC day of the click", () => {
    const daily = (micros: bigint) => spent([{ dailyCapMicros: 35n }], [[5, micros]]);
    expect(reachedDailyCap(daily(25n), claim(5))).toBeNull();
    expect(reachedDailyCap(daily(26n), claim(5))).toEqual({ limitMicros: 35n, claimedMicros: 26n });
    expect(reachedDailyCap(daily(35n), claim(4))).toBeNull();
    expect(reachedDailyCap(daily(35n), claim(6))).toBeNull();
  });

  it("are reached per creator over all days", () => {
    const spending = spent(
      [{ creatorCapMicros: 35n }],
      [],
      [
        ["a", 30n],
        ["b", 10n],
      ],
    );
    expect(reachedCreatorCap(spending, claim(5))?.claimedMicros).toBe(30n);
    expect(reachedCreatorCap(spending, { ...claim(5), creatorId: "b" })).toBeNull();
  });

  it("are those in force when the click was made", () => {
    const changed = spent(
      [{ dailyCapMicros: 50n }, { from: 5 * DAY_MS + 10, dailyCapMicros: 5n }],
      [[5, 30n]],
    );
    expect(reachedDailyCap(changed, claim(5))).toBeNull();
    const later = { ...claim(5), at: 5 * DAY_MS + 10 };
    expect(reachedDailyCap(changed, later)?.limitMicros).toBe(5n);
    expect(reachedDailyCap(spent([{ from: 6 * DAY_MS, dailyCapMicros: 5n }]), claim(5))).toBeNull();
  });
});
