import { expect, it } from "vitest";
import { formatTime } from "./format";

const now = new Date(2026, 2, 1, 15, 0);

it.each([
  [new Date(2026, 2, 1, 14, 3, 20), "14:03:20"],
  [new Date(2026, 1, 28, 9, 3, 5), "Feb 28, 09:03:05"],
  [new Date(2025, 2, 1, 0, 0, 0), "Mar 1, 2025, 00:00:00"],
])("formats %s as %s", (at, text) => {
  expect(formatTime(at.toISOString(), now)).toBe(text);
});
