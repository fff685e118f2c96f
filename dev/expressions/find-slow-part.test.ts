import { expect, it } from "vitest";
import { readSourceFiles } from "../boundaries/source-files";
import { findSlowExpressions, publicFolders } from "./find-slow-expressions";
import { findSlowPart } from "./find-slow-part";

const slowPart = ({ source, flags }: RegExp) => findSlowPart(source, flags);

it.each([
  /\bMacintosh;.*\bVersion\/\d.*\bSafari\//,
  /(a+)+$/,
  /(?:a|a)*b/,
  /^(?:\w+\s?)*$/,
  /a.*b/,
  /^.*a.*b/,
  /\s+$/,
  /^\s*\s*$/,
  /^[a-z]+[0-9a-z]+!/,
  /^(?:[a-z]+x?){2,8}!/,
  /foo\/[a-z]*-.*z/,
  /x(?=.*y)/,
  /\d{1,200}$/,
  /(\w+) \1/,
])("finds what makes %s slow", (expression) => {
  expect(slowPart(expression)).not.toBeNull();
});

it.each([
  /^.*a/,
  /\w+/g,
  /^\w+$/,
  /Safari\/[\d.]+ Mobile/,
  /^[a-z]+-[a-z]+$/,
  /^(?:[a-z]+\/){1,4}$/,
  /\(compatible;(?! MSIE \d)/,
  /^[0-9a-f]{8}-[0-9a-f]{4}$/i,
  /[\w.+]@[\w-]+\.[a-z]{2,}/i,
])("has nothing against %s", (expression) => {
  expect(slowPart(expression)).toBeNull();
});

it("finds no expression that strangers could make slow", () => {
  expect(readSourceFiles(publicFolders).flatMap(findSlowExpressions)).toEqual([]);
});

it("finds one in a file, and one that is built from text", () => {
  expect(findSlowExpressions({ path: "api/x.ts", text: "export const x = /a.*b/;" })).toHaveLength(
    1,
  );
  expect(findSlowExpressions({ path: "api/x.ts", text: "new RegExp(text)" })).toHaveLength(1);
});
