import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseClickId } from "../campaigns/destination";
import { isOwnEventName, type Report, readReport } from "./report";

const clickId = "0190163d-8694-739b-aea5-966c26f8ad91";
const clickedAt = new Date(0x0190163d8694);
const DAY_MS = 86_400_000;
const later = (days: number) => new Date(clickedAt.getTime() + days * DAY_MS);
const ownEvents = new Set(["purchase"]);

const read = (report: Partial<Report>, now = later(40)) =>
  readReport(
    { clickId, event: "joined", at: later(0.5).toISOString(), ...report },
    { ownEvents, now },
  );

describe("parseClickId", () => {
  it("knows when the click was made, in the launch data as by itself", () => {
    for (const text of [clickId, `fc_${clickId}`, clickId.toUpperCase()]) {
      expect(parseClickId(text)).toEqual({ clickId, clickedAt });
    }
  });

  it("finds the moment that the redirect has put into an id", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (at) => {
        expect(parseClickId(Bun.randomUUIDv7("hex", at))?.clickedAt.getTime()).toBe(at);
      }),
    );
  });

  it.each([
    "",
    "fc_",
    "test",
    crypto.randomUUID(),
    `${clickId}0`,
    `fc_fc_${clickId}`,
    `{${clickId}}`,
  ])("is no click: %s", (text) => {
    expect(parseClickId(text)).toBeNull();
  });
});

describe("readReport", () => {
  it("reads value and time exactly", () => {
    expect(read({ event: "purchase", value: 4.99 })).toEqual({
      ok: true,
      report: {
        clickId,
        clickedAt,
        event: "purchase",
        at: later(0.5),
        valueMicros: 4_990_000n,
        player: null,
      },
    });
  });

  it("uses the current time if the report has none", () => {
    expect(read({ at: undefined }, later(3))).toMatchObject({ report: { at: later(3) } });
  });

  it.each([
    [1, "returned_day_1"],
    [1.999, "returned_day_1"],
    [7, "returned_day_7"],
    [7.999, "returned_day_7"],
  ])("%s days after the click a return is %s", (days, event) => {
    expect(read({ event: "returned", at: later(days).toISOString() })).toMatchObject({
      report: { event },
    });
  });

  it.each([0.999, 2, 6.999, 8])("rejects a return %s days after the click", (days) => {
    expect(read({ event: "returned", at: later(days).toISOString() })).toEqual({
      ok: false,
      reason: "no_retention_day",
    });
  });

  it.each([
    [{ clickId: "x" }, "bad_click_id"],
    [{ value: -0.01 }, "bad_value"],
    [{ value: 0.0000001 }, "bad_value"],
    [{ value: Number.NaN }, "bad_value"],
    [{ at: later(41).toISOString() }, "bad_time"],
    [{ at: later(-0.1).toISOString() }, "bad_time"],
    [{ at: later(30.001).toISOString() }, "late"],
    [{ event: "level_9" }, "unknown_event"],
    [{ event: "returned_day_1" }, "unknown_event"],
  ])("refuses %j as %s", (report, reason) => {
    expect(read(report)).toEqual({ ok: false, reason });
  });

  it("accepts a clock that is a few minutes fast or slow", () => {
    expect(read({ at: later(-0.002).toISOString() })).toMatchObject({ ok: true });
    expect(read({ at: later(1.002).toISOString() }, later(1))).toMatchObject({ ok: true });
  });
});

it.each([
  ["purchase", true],
  ["level_9", true],
  ["Purchase", false],
  ["9_level", false],
  ["joined", false],
  ["returned_day_7", false],
  ["", false],
  ["a".repeat(41), false],
])("an event may be called %s: %s", (name, may) => {
  expect(isOwnEventName(name)).toBe(may);
});
