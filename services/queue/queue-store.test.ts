import { expect, it } from "vitest";
import { lastMinute } from "./queue-store";

const minute = 60_000;

it.each([
  ["a job of this minute has closed the last one", 10 * minute + 1, 7, 7],
  ["no job has come in this minute yet", 9 * minute, 3, 5],
  ["the last job is long past", 5 * minute, 3, 0],
])("when %s", (_, prevTs, lastPoint, expected) => {
  const counts = { prevTs, count: 15, prevCount: 10, lastPoint };
  expect(lastMinute(counts, 10 * minute + 30_000)).toBe(expected);
});

it("is 0 if no job has ever finished", () => {
  expect(lastMinute(null, 10 * minute)).toBe(0);
});
