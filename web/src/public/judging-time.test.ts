import { expect, it } from "vitest";
import { judgingTime } from "./landing";

it.each([
  [3, "about 3 seconds"],
  [60, "about a minute"],
  [80, "about a minute"],
  [120, "about 2 minutes"],
])("a window of %d seconds: %s", (seconds, words) => {
  expect(judgingTime(seconds)).toBe(words);
});
