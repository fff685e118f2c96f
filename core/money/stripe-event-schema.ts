import { z } from "zod";

const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/);
/** Seconds since 1970, up to the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799);

/** The fields that every Stripe event has. The job that processes an event checks its `data`. */
export const stripeEventSchema = z.object({
  id: name,
  account: name.nullish(),
  type: name,
  created: seconds,
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
