import { z } from "zod";
import { isCountryCode } from "../campaigns/countries";

export const countrySchema = z
  .string({ error: "Please choose a country." })
  .refine(isCountryCode, { error: "Please choose a country." });
