import { z } from "zod";
import { type Cells, defineResource } from "../resource";
import { onlySchema, pageQueryWithCursor, timeSchema } from "../schemas";

const stripeEventSchema = z.object({
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

export const stripeEvents = defineResource({
  path: "stripe/events",
  one: "event",
  key: "id",
  keySchema: z.string().max(255),
  list: {
    scope: "stripe:read",
    summary: "list unprocessed events from Stripe",
    about:
      "Lists the events from Stripe that are not processed yet, newest first, with their last error: those that are still retried, and those that were parked after their last attempt.",
    examples: ["stripe events", "stripe events --parked --json | jq -r .id"],
    query: pageQueryWithCursor(/^[\x21-\x7e]{1,255}$/).extend({ parked: onlySchema }),
    options: { "--parked": "only parked events" },
    isGoodIfEmpty: true,
    row: stripeEventSchema,
    columns: {
      event: "id",
      received: "receivedAt",
      state: "state",
      attempts: "attempts",
      type: "type",
      error: "error",
    } satisfies Cells<z.input<typeof stripeEventSchema>>,
  },
  decide: {
    scope: "stripe:write",
    summary: "retry a parked event",
    about: "",
    examples: ['stripe decide retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is fixed"'],
    acts: {
      retry: {
        about:
          "Retries a parked event, with as many attempts as a new one. The job queries Stripe for the current state, so nothing happens twice.",
      },
    },
  },
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
