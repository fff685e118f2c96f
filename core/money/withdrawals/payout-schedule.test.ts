import { expect, it } from "vitest";
import { nextPayoutAt, payoutScheduleRequestSchema } from "./payout-schedule";

it.each([
  ["week", "2026-11-22T23:59:59.999Z", "2026-11-23T00:00:00.000Z"],
  ["week", "2026-11-23T00:00:00.000Z", "2026-11-30T00:00:00.000Z"],
  ["week", "2026-12-30T12:00:00.000Z", "2027-01-04T00:00:00.000Z"],
  ["month", "2026-11-22T10:00:00.000Z", "2026-12-01T00:00:00.000Z"],
  ["month", "2026-12-31T10:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["month", "2027-01-31T10:00:00.000Z", "2027-02-01T00:00:00.000Z"],
] as const)("every %s, after %s, is %s", (every, at, next) => {
  expect(nextPayoutAt(every, new Date(at)).toISOString()).toBe(next);
});

it("is weekly or monthly with whole cents, or ended", () => {
  const accepts = (input: unknown) => payoutScheduleRequestSchema.safeParse(input).success;
  expect(accepts({ every: "week", minimum: 2_500 })).toBe(true);
  expect(accepts({ every: null })).toBe(true);
  for (const wrong of [
    {},
    { every: "day", minimum: 1 },
    { every: "week" },
    { every: "week", minimum: 0.5 },
  ]) {
    expect(accepts(wrong)).toBe(false);
  }
});
