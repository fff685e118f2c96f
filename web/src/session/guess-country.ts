import { isCountryCode } from "@fairclick/core/countries";
import { HOME_COUNTRY } from "@fairclick/core/money/payout-countries";

/** Returns the region of a language such as `de-AT`, or the platform's country if it names none. */
export function guessCountry(language: string): string {
  try {
    const region = new Intl.Locale(language).region ?? "";
    return isCountryCode(region) ? region : HOME_COUNTRY;
  } catch {
    return HOME_COUNTRY;
  }
}
