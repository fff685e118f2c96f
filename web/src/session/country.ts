import { isCountryCode } from "@fairclick/core/countries";
import { HOME_COUNTRY } from "@fairclick/core/money/payout-countries";
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
