import { expect, it } from "vitest";
import { msUntilJudged, settlementWatermark } from "./judge";

const now = new Date("2026-11-21T12:02:00Z");

it("waits for the window and the grace", () => {
  const watermark = settlementWatermark({ now, windowSeconds: 60, oldestUnrecordedAt: null });
  expect(watermark).toEqual(new Date("2026-11-21T12:00:55Z"));
});

it("excludes clicks with a queued click in their window", () => {
  const oldestUnrecordedAt = Date.parse("2026-11-21T11:30:00Z");
  const watermark = settlementWatermark({ now, windowSeconds: 60, oldestUnrecordedAt });
  expect(watermark).toEqual(new Date("2026-11-21T11:29:00Z"));
});

it("is not moved ahead by a click that has only just come", () => {
  const oldestUnrecordedAt = now.getTime() - 10;
  const watermark = settlementWatermark({ now, windowSeconds: 60, oldestUnrecordedAt });
  expect(watermark).toEqual(new Date("2026-11-21T12:00:55Z"));
});

it.each([
  ["2026-11-21T12:01:00Z", 5_000],
  ["2026-11-21T12:00:55Z", 0],
  ["2026-11-21T11:00:00Z", 0],
])("a click of %s can be judged in %d ms", (clickedAt, ms) => {
  expect(msUntilJudged({ clickedAt: new Date(clickedAt), windowSeconds: 60, now })).toBe(ms);
});
