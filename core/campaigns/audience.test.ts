import fc from "fast-check";
import { expect, it } from "vitest";
import { countryCodes, countryName } from "../countries";
import {
  type Audience,
  audienceDevices,
  describeAudience,
  everybody,
  growsTo,
  isInAudience,
  nameAudience,
} from "./audience";
import { audienceInputSchema } from "./audience-schema";

const countries = ["AT", "CH", "DE"];
const audience: fc.Arbitrary<Audience> = fc.record({
  countries: fc.option(fc.subarray(countries, { minLength: 1 })),
  devices: fc.option(fc.subarray([...audienceDevices], { minLength: 1 })),
});
const everyKind = [...countries, "FR", null].flatMap((country) =>
  ["phone", "tablet", "desktop", "console", "tv", null].map((deviceClass) => ({
    country,
    deviceClass,
  })),
);

it("has grown exactly if no click that was paid for is left out", () => {
  fc.assert(
    fc.property(audience, audience, (before, after) => {
      const lost = everyKind.filter(
        (click) => isInAudience(before, click) && !isInAudience(after, click),
      );
      expect(growsTo(before, after)).toBe(lost.length === 0);
    }),
  );
});

it("lists every country with inhabitants once, each with a name", () => {
  expect(countryCodes).toHaveLength(244);
  expect(countryCodes).toEqual([...new Set(countryCodes)].sort());
  expect(countryCodes.filter((code) => countryName(code) === code)).toEqual([]);
});

it.each<[unknown, unknown]>([
  [{}, everybody],
  [{ countries: null, devices: null }, everybody],
  [
    { countries: ["FR", "DE", "FR"], devices: ["phone"] },
    { countries: ["DE", "FR"], devices: ["phone"] },
  ],
])("reads %j", (given, audience) => {
  expect(audienceInputSchema.parse(given)).toEqual(audience);
});

it.each<[unknown, string]>([
  [{ countries: [] }, "Choose at least one country"],
  [{ countries: ["de"] }, "two-letter codes of ISO 3166"],
  [{ countries: ["ZZ"] }, "two-letter codes of ISO 3166"],
  [{ countries: Array(1_000).fill("DE") }, "There are not that many countries"],
  [{ devices: [] }, "Choose at least one kind of device"],
  [{ devices: ["tablet"] }, "Devices must be phone, desktop or console"],
])("refuses %j", (given, message) => {
  const [issue] = audienceInputSchema.safeParse(given).error?.issues ?? [];
  expect(issue?.message).toContain(message);
});

it.each<[Audience, string | null, string | null]>([
  [everybody, null, null],
  [
    { countries: ["DE"], devices: null },
    "Germany",
    "Pays only for clicks from Germany. A click whose country is not known is not paid.",
  ],
  [
    { countries: null, devices: ["desktop", "phone"] },
    "phones, tablets, or computers",
    "Pays only for clicks on phones, tablets, or computers. A click whose device is not known is not paid.",
  ],
  [
    { countries: ["AT", "CH", "DE", "FR", "IT"], devices: ["console"] },
    "Austria, France, Germany, and 2 more; consoles",
    "Pays only for clicks from Austria, France, Germany, Italy, and Switzerland, on consoles. A click whose country or device is not known is not paid.",
  ],
])("%j in words", (audience, name, description) => {
  expect(nameAudience(audience)).toBe(name);
  expect(describeAudience(audience)).toBe(description);
});
