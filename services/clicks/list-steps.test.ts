import { describe, expect, it } from "vitest";
import { listDays, listLastDays, listSteps } from "./stats";

const hoursBetween = (steps: Date[]) =>
  steps.slice(1).map((at, index) => (at.getTime() - (steps[index]?.getTime() ?? 0)) / 3_600_000);

describe("listing steps", () => {
  it("widens a time to the days of its zone", () => {
    const steps = listSteps({
      from: "2026-11-20T20:00:00Z",
      to: "2026-11-21T19:00:00Z",
      step: "day",
      timeZone: "Asia/Kolkata",
    });
    expect(steps.map((at) => at.toISOString())).toEqual([
      "2026-11-20T18:30:00.000Z",
      "2026-11-21T18:30:00.000Z",
      "2026-11-22T18:30:00.000Z",
    ]);
  });

  it("ends at the requested end if a step ends there", () => {
    const steps = listSteps({
      from: "2026-11-21T10:30:00Z",
      to: "2026-11-21T12:00:00Z",
      step: "hour",
      timeZone: "UTC",
    });
    expect(steps.map((at) => at.toISOString().slice(11, 16))).toEqual(["10:00", "11:00", "12:00"]);
  });

  it("returns days of 23 or 25 hours when clocks change", () => {
    const days = (from: string, to: string) =>
      hoursBetween(listSteps({ from, to, step: "day", timeZone: "Europe/Berlin" }));
    expect(days("2026-03-28T00:00:00Z", "2026-03-30T00:00:00Z")).toEqual([24, 23, 24]);
    expect(days("2026-10-24T00:00:00Z", "2026-10-26T00:00:00Z")).toEqual([24, 25, 24]);
  });

  it("neither skips nor repeats an hour when clocks change", () => {
    const steps = listSteps({
      from: "2026-10-24T22:00:00Z",
      to: "2026-10-25T23:00:00Z",
      step: "hour",
      timeZone: "Europe/Berlin",
    });
    expect(hoursBetween(steps)).toEqual(Array(25).fill(1));
  });

  it("starts a day at its first moment, even if that is not midnight", () => {
    const [, second] = listSteps({
      from: "2024-09-07T12:00:00Z",
      to: "2024-09-09T00:00:00Z",
      step: "day",
      timeZone: "America/Santiago",
    });
    expect(second?.toISOString()).toBe("2024-09-08T04:00:00.000Z");
  });
});

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
    "returns the requested number of steps at %s, after clocks changed",
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
