import { z } from "zod";
import { t } from "../language/t";

/** Raised with every change of the terms that people have to accept again. */
export const TERMS_VERSION = 1;
export const TERMS_DATE = "2026-11-23";

export const MIN_AGE = 13;
export const ADULT_AGE = 18;
const MAX_AGE = 120;

/** Year and month of birth: `2010-05`. */
export const birthMonthSchema = z
  .string({ error: () => t`Please enter your month of birth` })
  .regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, {
    error: () => t`Please enter your month of birth`,
  });

export const agreementInputSchema = z.object({
  /** The version that was shown. */
  termsVersion: z.int(),
  birthMonth: birthMonthSchema.optional(),
});
export type AgreementInput = z.infer<typeof agreementInputSchema>;

/**
 * Returns the age that a person born in this month has reached for certain: the birthday counts from
 * the first day of the next month. Null for a month in the future or more than 120 years ago.
 */
export function ageAt(birthMonth: string, now: Date): number | null {
  const [year = 0, month = 0] = birthMonth.split("-").map(Number);
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month;
  if (months < 0 || months > MAX_AGE * 12) return null;
  return Math.floor(Math.max(0, months - 1) / 12);
}
