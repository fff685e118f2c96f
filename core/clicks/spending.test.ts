import { describe, expect, it } from "vitest";
import {
  type LimitsFrom,
  reachedCreatorCap,
  reachedDailyCap,
  reachedShare,
  type Spending,
} from "./spending";

const DAY_MS = 86_400_000;
const PRICE = 10n;
const none: LimitsFrom = {
  from: 0,
  dailyCapMicros: null,
  creatorCapMicros: null,
  pacedUntil: null,
};

/** A click of creator `a` on a day, one millisecond after midnight. */
const claim = (day: number, freeMicros = 1_000n) => ({
  at: day * DAY_MS + 1,
  creatorId: "a",
  costMicros: PRICE,
  freeMicros,
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

describe("even pacing", () => {
  const until = (day: number) => [{ pacedUntil: day * DAY_MS }];

  it("gives each day an equal share of what is left", () => {
    // Four days and 120: 30 a day. What the first day leaves is spread over the other three.
    expect(reachedShare(spent(until(4), [[0, 20n]]), claim(0, 100n))).toBeNull();
    expect(reachedShare(spent(until(4), [[0, 30n]]), claim(0, 90n))).toEqual({
      limitMicros: 30n,
      claimedMicros: 30n,
    });
    expect(reachedShare(spent(until(4), [[1, 20n]]), claim(1, 100n))).toBeNull();
    expect(reachedShare(spent(until(4), [[1, 40n]]), claim(1, 80n))?.limitMicros).toBe(40n);
    expect(reachedShare(spent(until(4), [[3, 90n]]), claim(3, 30n))).toBeNull();
  });

  it("spreads added budget over the days that remain", () => {
    expect(reachedShare(spent(until(4), [[2, 30n]]), claim(2, 30n))).not.toBeNull();
    expect(reachedShare(spent(until(4), [[2, 30n]]), claim(2, 130n))).toBeNull();
  });

  it("pays for one click a day if the share is smaller", () => {
    expect(reachedShare(spent(until(400)), claim(0, 100n))).toBeNull();
    expect(reachedShare(spent(until(400), [[0, 10n]]), claim(0, 90n))).not.toBeNull();
  });

  it("pays a late click only if no later day's share is overrun by it", () => {
    // 120 were left on day 0; day 1 has spent its whole share of 100 / 3.
    const full = spent(until(4), [
      [0, 20n],
      [1, 33n],
    ]);
    expect(reachedShare(full, claim(0, 67n))).toEqual({ limitMicros: 30n, claimedMicros: 33n });
    const room = spent(until(4), [
      [0, 20n],
      [1, 30n],
    ]);
    expect(reachedShare(room, claim(0, 70n))).toBeNull();
  });

  it("lets the last day spend all that is left, also after the end was moved to an earlier day", () => {
    expect(reachedShare(spent(until(4), [[5, 50n]]), claim(5, 10n))).toBeNull();
  });
});
