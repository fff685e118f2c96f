import { describe, expect, it } from "vitest";
import { listDays, listLastDays } from "./list-days";

describe("listing days", () => {
  it("names them as the calendar of their zone does", () => {
    const now = new Date("2026-11-21T20:00:00Z");
    expect(listLastDays(now, { days: 2, timeZone: "Asia/Kolkata" })).toEqual({
      names: ["2026-11-21", "2026-11-22"],
      steps: ["20", "21", "22"].map((day) => new Date(`2026-11-${day}T18:30:00Z`)),
    });
    const west = listLastDays(now, { days: 1, timeZone: "America/New_York" });
    expect(west.names).toEqual(["2026-11-21"]);
  });

  it.each(["2026-03-30T22:30:00Z", "2026-11-01T23:30:00Z", "2026-10-25T00:30:00Z"])(
    "is as many as were asked for at %s, when clocks have changed",
    (now) => {
      const { names, steps } = listLastDays(new Date(now), { days: 30, timeZone: "Europe/Berlin" });
      expect([names.length, steps.length, new Set(names).size]).toEqual([30, 31, 30]);
    },
  );

  it("has today, also at its first moment", () => {
    const midnight = new Date("2026-11-21T00:00:00Z");
    expect(listLastDays(midnight, { days: 1, timeZone: "UTC" }).names).toEqual(["2026-11-21"]);
    expect(listDays({ from: midnight, to: midnight, timeZone: "UTC" }).names).toHaveLength(1);
  });
});
