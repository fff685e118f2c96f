import { expect, it } from "vitest";
import { compact } from "./compact";

it("removes undefined properties and keeps null, zero and empty ones", () => {
  const compacted = compact({ a: undefined, b: null, c: 0, d: "", e: false });
  expect(Object.keys(compacted)).toEqual(["b", "c", "d", "e"]);
  expect(compacted).toEqual({ b: null, c: 0, d: "", e: false });
});
