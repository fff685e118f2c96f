import { expect, it } from "vitest";
import { ageAt, birthMonthSchema } from "./agreement";

it.each([
  ["2013-11", "2026-11-30T23:59:59Z", 12],
  ["2013-11", "2026-12-01T00:00:00Z", 13],
  ["2008-02", "2026-02-28T12:00:00Z", 17],
  ["2008-02", "2026-03-01T00:00:00Z", 18],
  ["2026-11", "2026-11-23T00:00:00Z", 0],
  ["2026-12", "2026-11-23T00:00:00Z", null],
  ["1906-11", "2026-11-23T00:00:00Z", 119],
  ["1906-10", "2026-11-23T00:00:00Z", null],
])("who was born in %s is at %s certainly %s", (birthMonth, now, age) => {
  expect(ageAt(birthMonth, new Date(now))).toBe(age);
});

it.each(["2010-13", "2010-00", "2010-5", "210-05", "2010-05-01", "", "1899-12"])(
  "%j is no month of birth",
  (text) => {
    expect(birthMonthSchema.safeParse(text).success).toBe(false);
  },
);
