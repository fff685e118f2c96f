import { expect, it } from "vitest";
import { decidePriceChange, type PriceChange } from "./prices";

const HOUR_MS = 3_600_000;
const now = Date.UTC(2026, 10, 22);
const day = 24 * HOUR_MS;

const decide = (change: Partial<PriceChange>) =>
  decidePriceChange({
    prices: [
      { from: 0, payoutMicros: 900n, feeMicros: 0n },
      { from: now - HOUR_MS, payoutMicros: 1_500n, feeMicros: 0n },
    ],
    payoutMicros: 1_600n,
    startsAt: null,
    endsAt: now + 30 * day,
    now,
    ...change,
  });

it("raises a price at once", () => {
  expect(decide({})).toEqual({ ok: true, startsAt: now });
  expect(decide({ startsAt: now + day })).toMatchObject({ ok: false });
});

it("lowers a price 24 hours from now at the earliest, and before the end", () => {
  const lower = (change: Partial<PriceChange>) => decide({ payoutMicros: 1_499n, ...change });
  expect(lower({})).toEqual({ ok: true, startsAt: now + day });
  expect(lower({ startsAt: now + day })).toEqual({ ok: true, startsAt: now + day });
  expect(lower({ startsAt: now + 3 * day })).toEqual({ ok: true, startsAt: now + 3 * day });
  expect(lower({ startsAt: now + day - 1 })).toMatchObject({ ok: false });
  expect(lower({ startsAt: now })).toMatchObject({ ok: false });
  expect(lower({ endsAt: now + day })).toMatchObject({ ok: false });
  expect(lower({ startsAt: now + 30 * day })).toMatchObject({ ok: false });
});

it("accepts one announced change at a time, and no change to the same price", () => {
  const announced = [
    { from: 0, payoutMicros: 1_500n, feeMicros: 0n },
    { from: now + 1, payoutMicros: 1_000n, feeMicros: 0n },
  ];
  expect(decide({ prices: announced })).toEqual({
    ok: false,
    message: "A change of the price is announced already: withdraw it first",
  });
  expect(decide({ payoutMicros: 1_500n })).toEqual({
    ok: false,
    message: "A click pays $0.0015 already",
  });
});
