import { describe, expect, it } from "vitest";
import { findListProblem, measureList, parseList } from "./lists";

const bounds = { minRanges: 10, maxRanges: 1_000 };

function makeList(ranges: number, { prefix = 24, unreadable = 0 } = {}) {
  const lines = Array.from({ length: ranges }, (_, i) => `11.${i >> 8}.${i & 255}.0/${prefix}`);
  return read([...Array(unreadable).fill("<html>"), ...lines].join("\n"));
}

function read(text: string) {
  const { ranges, unreadable } = parseList(text);
  return { size: measureList(ranges), unreadable };
}

describe("findListProblem", () => {
  const last = makeList(200).size;

  it("believes a list that is like the last one, or the first", () => {
    expect(findListProblem(makeList(200), bounds, null)).toBeNull();
    expect(findListProblem(makeList(100), bounds, last)).toBeNull();
    expect(findListProblem(makeList(600), bounds, last)).toBeNull();
    expect(findListProblem(makeList(200, { unreadable: 3 }), bounds, last)).toBeNull();
  });

  it.each([
    ["too few ranges", makeList(9), null, "it has 9 ranges, at least 10 are expected"],
    ["too many", makeList(1_001), null, "it has 1001 ranges, at most 1000 are expected"],
    ["nothing that is a list", read("<html>\nNot found\n</html>"), null, 'such as "<html>"'],
    [
      "lines that are no addresses",
      makeList(200, { unreadable: 4 }),
      null,
      "4 lines are not addresses",
    ],
    ["half of it gone", makeList(99), last, "has 99 ranges instead of 200"],
    [
      "as many but much narrower ranges",
      makeList(200, { prefix: 26 }),
      last,
      "less than half as much",
    ],
    ["as many but much wider ranges", makeList(200, { prefix: 22 }), last, "more than three times"],
  ])("refuses one with %s", (_, list, before, reason) => {
    expect(findListProblem(list, bounds, before)).toContain(reason);
  });
});
