import { countryCodes, countryName, isCountryCode } from "@fairclick/core/countries";
import { currentLocale } from "@fairclick/core/language/t";
import { HOME_COUNTRY } from "@fairclick/core/money/payout-countries";
import { useEffect, useState } from "react";
import { useUser } from "./session";

/** Returns the country of the user's bank: the chosen one, else the one that the browser's language names. */
export function useBankCountry(): string {
  return useUser()?.country ?? guessCountry(navigator.language);
}

/** Returns the region of a language such as `de-AT`, or the platform's country if it names none. */
export function guessCountry(language: string): string {
  try {
    const region = new Intl.Locale(language).region ?? "";
    return isCountryCode(region) ? region : HOME_COUNTRY;
  } catch {
    return HOME_COUNTRY;
  }
}

type CountryOptionsProps = {
  /** The one to show before the others are there; it need not be a country. */
  chosen?: string;
  except?: readonly string[];
};

/** All countries by name, drawn behind the first picture, which shows one of them at most. */
export function CountryOptions({ chosen, except = [] }: CountryOptionsProps) {
  const [names, setNames] = useState(chosen ? [{ code: chosen, name: countryName(chosen) }] : []);
  useEffect(() => setNames(namesOfAll()), []);
  return names
    .filter(({ code }) => !except.includes(code))
    .map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ));
}

const namesOfAll = () =>
  countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, currentLocale()));
