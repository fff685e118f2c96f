import { expect, it } from "vitest";
import { countryCode, parseCountry } from "./numbers";

it("has a number of its own for each code", () => {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  const places = codes.filter((code) => parseCountry(code) !== 0);
  expect(codes.filter((code) => !places.includes(code))).toEqual(["AP", "EU", "ZZ"]);
  expect(new Set(places.map(parseCountry)).size).toBe(places.length);
  expect(places.map((code) => countryCode(parseCountry(code) ?? 0))).toEqual(places);
});

it.each(["", "D", "de", "DEU", "D1", "DÉ", "--"])("does not read %j", (text) => {
  expect(parseCountry(text)).toBeNull();
});
