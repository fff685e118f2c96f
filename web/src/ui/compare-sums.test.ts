import { expect, it } from "vitest";
import { compareSums } from "./format";

it.each([
  [120, 100, "+20%"],
  [95, 100, "−5%"],
  [1_000, 1_001, "±0%"],
  [0, 7, "−100%"],
  [5_000, 10, "+49,900%"],
  [3, 0, "new"],
  [0, 0, ""],
])("says how %d differs from %d", (now, before, text) => {
  expect(compareSums(now, before)).toBe(text);
});
