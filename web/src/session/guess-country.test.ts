import { expect, it } from "vitest";
import { guessCountry } from "./country";

it.each([
  ["en-US", "US"],
  ["de-AT", "AT"],
  ["zh-Hant-TW", "TW"],
  ["de", "US"],
  ["es-419", "US"],
  ["", "US"],
  ["x".repeat(50), "US"],
])("of the language %j is %s", (language, country) => {
  expect(guessCountry(language)).toBe(country);
});
