import { expect, it } from "vitest";
import { settlementWatermark } from "./watermark";

const now = new Date("2026-11-21T12:02:00Z");

it("waits for the window and the grace", () => {
  const watermark = settlementWatermark({ now, windowSeconds: 60, oldestUnrecordedAt: null });
  expect(watermark).toEqual(new Date("2026-11-21T12:00:55Z"));
});

it("judges nothing whose window reaches to a click that is still in the queue", () => {
  const oldestUnrecordedAt = Date.parse("2026-11-21T11:30:00Z");
  const watermark = settlementWatermark({ now, windowSeconds: 60, oldestUnrecordedAt });
  expect(watermark).toEqual(new Date("2026-11-21T11:29:00Z"));
});

it("is not moved ahead by a click that has only just come", () => {
  const oldestUnrecordedAt = now.getTime() - 10;
  const watermark = settlementWatermark({ now, windowSeconds: 60, oldestUnrecordedAt });
  expect(watermark).toEqual(new Date("2026-11-21T12:00:55Z"));
});
