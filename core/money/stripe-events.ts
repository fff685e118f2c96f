import { z } from "zod";
import { timeSchema } from "../schemas";

/** Unprocessed events: `unfinished` are all of them, `parked` are those that are no longer retried. */
export const stripeEventsQuerySchema = z.object({
  state: z.enum(["unfinished", "parked"]).default("unfinished"),
  limit: z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(1_000, { error: "limit must be at most 1000" })
    .default(50),
});
export type StripeEventsQuery = z.infer<typeof stripeEventsQuerySchema>;

export const stripeEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  /** The connected account of the event; null for events of the platform itself. */
  account: z.string().nullable(),
  state: z.enum(["open", "parked"]),
  attempts: z.int(),
  createdAt: timeSchema,
  receivedAt: timeSchema,
  parkedAt: timeSchema.nullable(),
  error: z.string().nullable(),
});

export const stripeEventsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(stripeEventSchema),
  /** Number of all matching events, also beyond `limit`. */
  total: z.int(),
});

const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/);
/** Seconds since 1970, up to the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799);

/** The fields that every Stripe event has. The job that processes an event checks its `data`. */
export const receivedEventSchema = z.object({
  id: name,
  account: name.nullish(),
  type: name,
  created: seconds,
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
