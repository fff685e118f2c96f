import { expect, it } from "vitest";
import { lastMinute } from "./last-minute";

const minute = 60_000;

it.each([
  ["a job of this minute has closed the last one", 10 * minute + 1, [7, 3], 7],
  ["no job has come in this minute yet", 9 * minute, [3], 5],
  ["the last job is long past", 5 * minute, [3], 0],
  ["there never was one", 0, [], 0],
])("when %s", (_, prevTS, data, expected) => {
  const meta = { prevTS, count: prevTS === 0 ? 0 : 15, prevCount: prevTS === 0 ? 0 : 10 };
  expect(lastMinute({ meta, data }, 10 * minute + 30_000)).toBe(expected);
});
