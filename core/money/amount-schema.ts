import { z } from "zod";
import { MAX_AMOUNT_MICROS, microsFromDollars } from "./micros";

/** Schema of a positive amount in dollars; its output is the exact amount in micros. */
export function positiveDollars(message: string) {
  return dollars(message, 1n);
}

/** Like `positiveDollars`, and accepts zero. */
export function dollarsOrZero(message: string) {
  return dollars(message, 0n);
}

function dollars(message: string, minMicros: bigint) {
  return z.union([z.number(), z.string()], { error: message }).transform((value, ctx) => {
    const micros = microsFromDollars(value);
    if (micros === null || micros < minMicros || micros > MAX_AMOUNT_MICROS) {
      ctx.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    return micros;
  });
}

export const AMOUNT_INVALID = "Please enter a valid amount.";

/** The smallest amount of one request. Payments have a larger one of their own. */
export const MIN_CENTS = 1;

/** The largest amount of one payment. */
export const MAX_CENTS = 99_999_900;

/** Integer cents, the unit of all requests under `/api/stripe`. */
export const centsSchema = z
  .number({ error: AMOUNT_INVALID })
  .refine((cents) => Number.isInteger(cents) && cents >= MIN_CENTS && cents <= MAX_CENTS, {
    error: AMOUNT_INVALID,
  });
