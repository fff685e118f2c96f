import { z } from "zod";
import { MAX_AMOUNT_MICROS, microsFromDollars } from "./micros";

/** A positive number of dollars, read exactly into micros. */
export function positiveDollars(message: string) {
  return z.union([z.number(), z.string()], { error: message }).transform((value, ctx) => {
    const micros = microsFromDollars(value);
    if (micros === null || micros <= 0n || micros > MAX_AMOUNT_MICROS) {
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    return micros;
  });
}

export const AMOUNT_INVALID = "Please enter a valid amount.";

/** Integer cents, as everything under `/api/stripe` takes them. */
export const centsSchema = z
  .number({ error: AMOUNT_INVALID })
  .refine((cents) => Number.isInteger(cents) && cents > 0 && cents <= 99_999_900, {
    error: AMOUNT_INVALID,
  });
