import { z } from "zod";

/** Raised with every change of the terms that people have to accept again. */
export const TERMS_VERSION = 1;
export const TERMS_DATE = "2026-11-23";

export const MIN_AGE = 13;
export const ADULT_AGE = 18;

export const agreementInputSchema = z.object({
  termsVersion: z.int(),
  /** Whether the user is under 18; unchanged if missing. */
  isMinor: z.boolean().optional(),
});
export type AgreementInput = z.infer<typeof agreementInputSchema>;

export const minorRequestSchema = agreementInputSchema.pick({ isMinor: true }).required();
