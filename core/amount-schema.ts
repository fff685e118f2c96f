import { z } from "zod";
import {
  dollarsFromMicros,
  MAX_AMOUNT_MICROS,
  MICROS_PER_DOLLAR,
  microsFromDollars,
} from "./amounts";
import { t } from "./language/t";
import { type Message, writeMessage } from "./schemas";

/** Schema of a positive amount in dollars; its output is the exact amount in micros. */
export function positiveDollars(message: Message) {
  return dollars(message, 1n);
}

/** Like `positiveDollars`, and accepts zero. */
export function dollarsOrZero(message: Message) {
  return dollars(message, 0n);
}

/** An amount of an answer: micros here, dollars in JSON. */
export const dollarsSchema = z.codec(z.number(), z.bigint(), {
  decode: (dollars) => BigInt(Math.round(dollars * Number(MICROS_PER_DOLLAR))),
  encode: dollarsFromMicros,
});

function dollars(message: Message, minMicros: bigint) {
  const error = () => writeMessage(message);
  return z.union([z.number(), z.string()], { error }).transform((value, ctx) => {
    const micros = microsFromDollars(value);
    if (micros === null || micros < minMicros || micros > MAX_AMOUNT_MICROS) {
      ctx.addIssue({ code: "custom", message: error() });
      return z.NEVER;
    }
    return micros;
  });
}

export const amountInvalid = () => t`Please enter a valid amount.`;

/** The smallest amount of one request. Payments have a larger one of their own. */
export const MIN_CENTS = 1;

export const MAX_CENTS = 99_999_900;

/** Integer cents, the unit of all requests under `/api/stripe`. */
export const centsSchema = z
  .number({ error: amountInvalid })
  .refine((cents) => Number.isInteger(cents) && cents >= MIN_CENTS && cents <= MAX_CENTS, {
    error: amountInvalid,
  });

/** Idempotency key: the client creates one per action of the person, and a retry repeats it. */
export const requestIdSchema = z.uuid({ error: "The request id must be a UUID." }).optional();
