import { describe, expect, it } from "vitest";
import { planWatch, watchLimit } from "./user-watch";

const DAY_MS = 86_400_000;
const start = new Date("2026-03-01T10:00:00Z");
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);
const week = { startedBy: "ann", startedAt: start, until: day(7) };

describe("planWatch", () => {
  it("starts a watch of a user who was never watched, or not for 30 days", () => {
    const wanted = { by: "ann", at: day(30), days: 5 };
    const started = { ok: true, isRenewal: false, startedAt: day(30), until: day(35) };
    expect(planWatch(null, wanted)).toEqual(started);
    expect(planWatch(week, wanted)).toEqual(started);
    expect(planWatch(week, { ...wanted, at: day(29.9) })).toMatchObject({ ok: false });
  });

  it("lets one operator hold money for 7 days from the start, at once or in parts", () => {
    const short = { ...week, until: day(1) };
    const again = { by: "ann", at: day(2), days: 7 };
    expect(planWatch(short, again)).toMatchObject({ ok: true, isRenewal: true, until: day(7) });
    for (const at of [day(2), day(7), day(8), day(20)]) {
      expect(planWatch(week, { ...again, at })).toEqual({
        ...{ ok: false, why: "needs_second_operator", again: day(30) },
      });
    }
  });

  it("lets two operators hold it for 14 days from the start, renewed once or often", () => {
    const ruth = { by: "ruth", at: day(6), days: 7 };
    expect(planWatch(week, ruth)).toMatchObject({ ok: true, startedAt: start, until: day(13) });
    const renewed = { ...week, until: day(13) };
    expect(planWatch(renewed, { ...ruth, at: day(10) })).toMatchObject({ until: day(14) });
    const full = { ...week, until: day(14) };
    for (const by of ["ruth", "joe"]) {
      for (const at of [day(13), day(14), day(29)]) {
        expect(planWatch(full, { by, at, days: 7 })).toMatchObject({ ok: false, why: "too_long" });
      }
    }
    expect(watchLimit(full)).toEqual(day(14));
  });

  it("refuses a renewal that would shorten a watch", () => {
    expect(planWatch(week, { by: "ruth", at: day(1), days: 3 })).toMatchObject({
      ...{ ok: false, why: "not_longer" },
    });
  });
});
