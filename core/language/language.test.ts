import { expect, it } from "vitest";
import { acceptedLanguage, parseLanguage } from "./t";

it.each([
  ["es", "es"],
  ["es-MX", "es"],
  [" ES-419 ", "es"],
  ["en-US", "en"],
  ["fr", null],
  ["est", null],
  ["e", null],
  ["es_MX", null],
  ["", null],
  [null, null],
])("reads the tag %j as %j", (tag, language) => {
  expect(parseLanguage(tag)).toBe(language);
});

it.each([
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["fr, es;q=0.5, en;q=0.4", "es"],
  ["en;q=0.1, es", "es"],
  ["es;q=0.5, en; q=0.9", "en"],
  ["es;q=0, en;q=0.1", "en"],
  ["es;q=0", "en"],
  ["es;q=NaN, en;q=0.1", "en"],
  ["es;q=1e9, en;q=0.1", "en"],
  ["es;q=-1, en;q=0.1", "en"],
  ["es;q=", "en"],
  ["fr", "en"],
  ["*", "en"],
  [",;,;q=,", "en"],
  ["", "en"],
  [null, "en"],
])("prefers by %j the language %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

it("reads the beginning of a long header only", () => {
  expect(acceptedLanguage(`${"fr,".repeat(3_400)}es`)).toBe("en");
  expect(acceptedLanguage(`es,${"fr,".repeat(3_400)}`)).toBe("es");
});
