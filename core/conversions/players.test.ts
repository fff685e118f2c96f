import { expect, it } from "vitest";
import { isArrival, isReturn } from "./conversions";

const clickedAt = new Date("2026-03-01T12:00:00Z");
const later = (seconds: number) => new Date(clickedAt.getTime() + seconds * 1_000);

it.each([
  ["joined", 20, 20, true],
  ["joined", 5, 5, true],
  ["joined", 4.9, 4.9, false],
  // A game server's clock may be behind ours.
  ["joined", -60, 20, true],
  ["joined", 20, 4, false],
  ["joined", 3_600, 3_600, true],
  ["joined", 3_601, 3_601, false],
  ["joined", 20, 86_400, true],
  ["purchase", 20, 20, false],
])("%s after %s s, reported after %s s, proves an arrival: %s", (event, at, received, proves) => {
  const arrival = { event, clickedAt, at: later(at), receivedAt: later(received) };
  expect(isArrival(arrival)).toBe(proves);
});

it.each([
  ["returned_day_1", true],
  ["returned_day_7", true],
  ["joined", false],
  ["purchase", false],
])("%s is a return: %s", (event, is) => {
  expect(isReturn(event)).toBe(is);
});
