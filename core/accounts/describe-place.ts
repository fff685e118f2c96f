import { countryName } from "../campaigns/countries";
import { t } from "../language/t";

/** Describes where somebody signed in: `Germany`. `country` is an ISO code, or null if unknown. */
export function describePlace(country: string | null): string {
  return country === null ? t`unknown place` : countryName(country);
}
