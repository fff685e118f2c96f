import { guessCountry } from "./guess-country";
import { useUser } from "./session";

/** Returns the country of the user's bank: the chosen one, else the one that the browser's language names. */
export function useBankCountry(): string {
  return useUser()?.country ?? guessCountry(navigator.language);
}
