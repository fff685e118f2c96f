import { z } from "zod";
import { countryName, isCountryCode } from "./countries";
import { t } from "./language/t";

export const countrySchema = z
  .string({ error: () => t`Please choose a country.` })
  .refine(isCountryCode, { error: () => t`Please choose a country.` });

/** Describes where somebody signed in: `Germany`. `country` is an ISO code, or null if unknown. */
export function describePlace(country: string | null): string {
  return country === null ? t`unknown place` : countryName(country);
}
