import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";

/** A problem that an operator should look at; `check` is unique in a list. `advice` says what to do. */
export const problemSchema = z.object({
  check: z.string(),
  detail: z.string(),
  advice: z.string().nullable(),
});
export type Problem = z.infer<typeof problemSchema>;

/** State of the marketplace. Counters count from the start of `process`. */
export const statusSchema = z.object({
  at: z.iso.datetime(),
  /** The api process that answered; the counters are its own. */
  process: z.string(),
  redirects: z.number(),
  /** Cumulative: `count` redirects took at most `upToMs`; null counts all. */
  durations: z.array(z.object({ upToMs: z.number().nullable(), count: z.number() })),
  queue: z.object({
    waiting: z.int(),
    failed: z.int(),
    oldestAt: z.iso.datetime().nullable(),
  }),
  clicks: z.object({ pending: z.int(), held: z.int() }),
  withdrawals: z.object({ pending: z.int(), held: z.int() }),
  lastMinute: z.object({
    judged: z.int(),
    valid: z.int(),
    paidMicros: microsSchema,
    /** Amounts by kind of ledger transaction. */
    moved: z.array(z.object({ kind: z.string(), micros: microsSchema })),
  }),
  /** Empty if workers are alive, settlement keeps up and nothing failed or is parked. */
  problems: z.array(problemSchema),
});
export type Status = z.infer<typeof statusSchema>;

export const statusResponseSchema = z.object({ status: z.literal("success"), data: statusSchema });
