import { describe, expect, it } from "vitest";
import { countryCodes, countryName } from "../countries";
import { countrySchema } from "../country-schema";
import {
  describeBelowMinimum,
  describeMinimums,
  describePayoutCountries,
  describePayoutFee,
  describeUnsupported,
  findPayoutCountry,
  PAYOUT_COUNTRIES,
} from "./payout-countries";

const get = (code: string) => {
  const country = findPayoutCountry(code);
  if (!country) throw new Error(`${code} is not in the book`);
  return country;
};

describe("the book of countries", () => {
  it("names each country once, with a currency and a minimum in cents", () => {
    const codes = PAYOUT_COUNTRIES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { code, currency, minimumCents } of PAYOUT_COUNTRIES) {
      expect(countryCodes).toContain(code);
      expect(currency).toMatch(/^[a-z]{3}$/);
      expect(Number.isInteger(minimumCents) && minimumCents > 0).toBe(true);
    }
  });

  it("has the smallest withdrawals that the terms and the landing page name", () => {
    const of = (codes: string[]) => [...new Set(codes.map((code) => get(code).minimumCents))];
    const euro = PAYOUT_COUNTRIES.filter(({ currency }) => currency === "eur");
    const named = ["US", "CA", "GB", ...euro.map(({ code }) => code)];
    const others = PAYOUT_COUNTRIES.map(({ code }) => code).filter((code) => !named.includes(code));
    expect([of(["US"]), of(named.slice(1)), of(others)]).toEqual([[1], [500], [1_500]]);
    expect(describeMinimums(0)).toBe("$0.01 to $15.00, by country");
    expect(describeMinimums(7)).toBe("$7.00 to $15.00, by country");
  });

  it("is told to people without an account in one sentence", () => {
    const eu =
      "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
    const named = PAYOUT_COUNTRIES.map(({ code }) => code).filter((code) => !eu.includes(code));
    expect(named).toHaveLength(PAYOUT_COUNTRIES.length - eu.length);
    for (const code of named) expect(describePayoutCountries()).toContain(countryName(code));
    expect(describePayoutCountries().split(/, | and /)).toHaveLength(named.length + 1);
  });

  it("holds the United States, Canada, the United Kingdom, Switzerland, and the EEA without Iceland", () => {
    expect(PAYOUT_COUNTRIES).toHaveLength(33);
    expect(["US", "GB", "CA", "CH", "DE", "LI", "NO"].map((code) => get(code).currency)).toEqual([
      "usd",
      "gbp",
      "cad",
      "chf",
      "eur",
      "chf",
      "nok",
    ]);
    expect(["IS", "BR", "IN", "AU", "us", "", "toString"].map(findPayoutCountry)).toEqual(
      Array(7).fill(null),
    );
  });
});

describe("countries", () => {
  it("have a name each, and no two the same code", () => {
    expect(new Set(countryCodes).size).toBe(countryCodes.length);
    expect(countryCodes.filter((code) => countryName(code) === code)).toEqual([]);
    expect(countryName("DE")).toBe("Germany");
    expect(countryName("\u001b[2J")).toBe("\u001b[2J");
  });

  it.each(["de", "XX", "", "USA", null, 1])("refuses %j", (code) => {
    expect(countrySchema.safeParse(code).success).toBe(false);
  });
});

describe("the terms of a payout", () => {
  it("name a country that Stripe cannot pay out to", () => {
    expect(describeUnsupported("BR")).toBe(
      "Stripe cannot pay out to Brazil yet; you can still spend earnings on your own campaigns.",
    );
    expect(describeUnsupported("DE")).toBeNull();
  });

  it("say the smallest withdrawal", () => {
    expect(describeBelowMinimum(get("DE"), 499)).toBe(
      "The smallest withdrawal to Germany is $5.00.",
    );
    expect(describeBelowMinimum(get("DE"), 500)).toBeNull();
    expect(describeBelowMinimum(get("US"), 1)).toBeNull();
  });

  it("say who pays Stripe's fees", () => {
    expect(describePayoutFee(get("US"))).toBe("Fairclick pays Stripe's fee for the payout.");
    expect(describePayoutFee(get("DE"))).toContain("into EUR at its rate of the day");
  });
});
