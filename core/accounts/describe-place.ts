import { countryName } from "../campaigns/countries";

/** Describes where somebody signed in: `Germany`. `country` is an ISO code, or null if unknown. */
export function describePlace(country: string | null): string {
  return country === null ? "unknown place" : countryName(country);
}
