import { z } from "zod";
import { isCountryCode } from "../campaigns/countries";
import { t } from "../language/t";

export const countrySchema = z
  .string({ error: () => t`Please choose a country.` })
  .refine(isCountryCode, { error: () => t`Please choose a country.` });
