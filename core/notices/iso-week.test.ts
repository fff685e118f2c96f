import { expect, it } from "vitest";
import { lastWeek } from "./iso-week";

it.each([
  ["2026-11-23T00:00:00Z", "2026-W47", "2026-11-16"],
  ["2026-11-22T23:59:59.999Z", "2026-W46", "2026-11-09"],
  ["2027-01-04T06:00:00Z", "2026-W53", "2026-12-28"],
  ["2027-01-03T12:00:00Z", "2026-W52", "2026-12-21"],
  ["2025-01-06T12:00:00Z", "2025-W01", "2024-12-30"],
  ["2024-03-04T12:00:00Z", "2024-W09", "2024-02-26"],
])("at %s returns %s, which began on %s", (now, name, monday) => {
  const week = lastWeek(new Date(now));
  expect([week.name, week.from.toISOString()]).toEqual([name, `${monday}T00:00:00.000Z`]);
  expect(week.to.getTime() - week.from.getTime()).toBe(7 * 86_400_000);
  expect(week.to <= new Date(now)).toBe(true);
});
