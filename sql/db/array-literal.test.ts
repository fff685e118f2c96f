import { expect, it } from "vitest";
import { arrayLiteral } from "./client";

it("quotes texts and escapes quotes and backslashes only", () => {
  expect(arrayLiteral(["a", "null", "", "{b,c}"])).toBe('{"a","null","","{b,c}"}');
  expect(arrayLiteral(['say "hi"', "C:\\temp", "two\nlines", "\u2028"])).toBe(
    '{"say \\"hi\\"","C:\\\\temp","two\nlines","\u2028"}',
  );
});

it("writes nulls and numbers without quotes", () => {
  expect(arrayLiteral([null, "a", 1, 0.5, -2])).toBe('{null,"a",1,0.5,-2}');
  expect(arrayLiteral([1, Number.POSITIVE_INFINITY, Number.NaN])).toBe("{1,Infinity,NaN}");
  expect(arrayLiteral([])).toBe("{}");
});
