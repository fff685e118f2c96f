import { z } from "zod";
import { MAX_AMOUNT_MICROS, microsFromDollars } from "./micros";

/** Schema of a positive amount in dollars; its output is the exact amount in micros. */
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

/** Integer cents, the unit of all requests under `/api/stripe`. */
export const centsSchema = z
  .number({ error: AMOUNT_INVALID })
  .refine((cents) => Number.isInteger(cents) && cents > 0 && cents <= 99_999_900, {
    error: AMOUNT_INVALID,
  });
