import { expect, it } from "vitest";
import { momentOption, parseDuration, parseMoment } from "./output";

const now = new Date("2026-01-31T12:00:00Z");

it.each([
  ["2h", "2026-01-31T10:00:00.000Z"],
  ["15m", "2026-01-31T11:45:00.000Z"],
  ["3d", "2026-01-28T12:00:00.000Z"],
  ["1w", "2026-01-24T12:00:00.000Z"],
  ["2026-01-30", "2026-01-30T00:00:00.000Z"],
  ["2026-01-30T08:00", "2026-01-30T08:00:00.000Z"],
  ["2026-01-30T08:00:01.5Z", "2026-01-30T08:00:01.500Z"],
  ["2026-01-30T08:00:00+02:00", "2026-01-30T06:00:00.000Z"],
])("reads %s", (text, iso) => {
  expect(parseMoment(text, now)?.toISOString()).toBe(iso);
});

it.each(["", "2x", "h", "99999h", "-2h", "2 h", "yesterday", "2026-13-01", "31.01.2026"])(
  "does not read %j",
  (text) => {
    expect(parseMoment(text, now)).toBeNull();
    expect(momentOption.safeParse(text).error?.issues[0]?.message).toContain("is not a time");
  },
);

it("reads durations", () => {
  expect(parseDuration("90d")).toBe(90 * 86_400_000);
  expect(parseDuration("never")).toBeNull();
});
