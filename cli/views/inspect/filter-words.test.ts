import { describe, expect, it } from "vitest";
import { joinFilter, quoteValue, splitFilter } from "./filter-words";

const valuesOf = (filter: string) => splitFilter(filter).map(({ value }) => value);

describe("splitFilter", () => {
  it.each([
    ["", []],
    ["  held   from:2h ", ["held", "from:2h"]],
    ['campaign:"Tower of Tests" held', ["campaign:Tower of Tests", "held"]],
    ['campaign:"The \\"best\\" game" held', ['campaign:The "best" game', "held"]],
    ['campaign:"C:\\\\games" held', ["campaign:C:\\games", "held"]],
    ["creator:a\\b", ["creator:a\\b"]],
    ['campaign:"Tower', ["campaign:Tower"]],
    ['"', [""]],
    ['"\\', [""]],
  ])("reads %j", (filter, values) => {
    expect(valuesOf(filter)).toEqual(values);
  });

  it("reads 100,000 quotes in a moment", () => {
    const startedAt = performance.now();
    expect(splitFilter('"\\'.repeat(100_000))).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

it.each(["chris", "Tower of Tests", 'The "best" game', '"', "\\", 'a\\" b', "\\\\ ", "tab\there"])(
  "quotes %j so that it is read as it is",
  (value) => {
    expect(valuesOf(`campaign:${quoteValue(value)} held`)).toEqual([`campaign:${value}`, "held"]);
  },
);

it.each([
  ['campaign:"Tower', 'campaign:"Tower"'],
  ['campaign:"Tower\\', 'campaign:"Tower"'],
  ['campaign:"Tower\\\\', 'campaign:"Tower\\\\"'],
  ["  held   any ", "held any"],
])("closes the quotes of %j", (filter, closed) => {
  expect(joinFilter(filter)).toBe(closed);
  expect(valuesOf(`${joinFilter(filter)} from:2h`)).toEqual([...valuesOf(filter), "from:2h"]);
});
