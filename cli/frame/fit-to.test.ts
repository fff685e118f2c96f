import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { fitTo } from "./output";

describe("fitTo", () => {
  it.each([
    ["abc", 5, "abc  "],
    ["abcdef", 4, "abc…"],
    ["日本語のゲーム", 7, "日本語…"],
    ["日本語のゲーム", 8, "日本語… "],
    ["👩‍👩‍👧 family", 4, "👩‍👩‍👧 …"],
    ["", 2, "  "],
    ["abc", 0, ""],
  ])("%j in %i columns", (text, columns, expected) => {
    expect(fitTo(text, columns)).toBe(expected);
    expect(stringWidth(fitTo(text, columns))).toBe(columns);
  });

  it("pads right-aligned text on the left", () => {
    expect(fitTo("$1.50", 8, "right")).toBe("   $1.50");
  });
});
