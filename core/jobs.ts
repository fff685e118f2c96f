import { z } from "zod";
import { clickBatchSchema, unpackClicks } from "./clicks/click-batch";

/** What producer and worker agree on. A queue only delivers: the database remembers. */
export type JobContract<Name extends string = string, Payload = unknown> = {
  name: Name;
  schema: z.ZodType<Payload>;
  /** How often a job is tried before it stays among the failed ones. */
  attempts: number;
  /** First pause between two tries; it doubles each time. */
  backoffMs: number;
};

function defineJob<const Name extends string, Payload>(contract: JobContract<Name, Payload>) {
  return contract;
}

const nothing = z.object({});

/**
 * Tried until it succeeds: the clicks are nowhere else, and one that cannot be recorded is put aside
 * by itself. That is also why the frame does not ask what the clicks look like.
 */
export const recordClicks = defineJob({
  name: "record-clicks",
  schema: clickBatchSchema.transform((batch) => ({ clicks: unpackClicks(batch) })),
  attempts: 1_000_000,
  backoffMs: 2_000,
});

export const settleClicks = defineJob({
  name: "settle-clicks",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

export const releaseEscrows = defineJob({
  name: "release-escrows",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

export const expireHeldClicks = defineJob({
  name: "expire-held-clicks",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

export const maintainPartitions = defineJob({
  name: "maintain-partitions",
  schema: nothing,
  attempts: 3,
  backoffMs: 5_000,
});

/** Clicks are kept no longer than the configuration says, and anonymous before that. */
export const forgetClicks = defineJob({
  name: "forget-clicks",
  schema: nothing,
  attempts: 3,
  backoffMs: 60_000,
});

export const verifyBooks = defineJob({
  name: "verify-books",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

export const processStripeEvent = defineJob({
  name: "process-stripe-event",
  schema: z.object({ eventId: z.string().min(1) }),
  attempts: 8,
  backoffMs: 1_000,
});

export const sendWithdrawal = defineJob({
  name: "send-withdrawal",
  schema: z.object({ withdrawalId: z.uuid() }),
  attempts: 8,
  backoffMs: 2_000,
});

/** Finds what a lost job left behind: unsent withdrawals, unprocessed events, open deposits. */
export const sweepPayments = defineJob({
  name: "sweep-payments",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Compares what Stripe has booked with what we have. */
export const reconcileStripe = defineJob({
  name: "reconcile-stripe",
  schema: nothing,
  attempts: 3,
  backoffMs: 60_000,
});

/** Counts conversions whose clicks have been judged since they were reported. */
export const countConversions = defineJob({
  name: "count-conversions",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Where users were signed in is kept no longer than the rules ask for it. */
export const forgetPresences = defineJob({
  name: "forget-presences",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Events of Stripe's that had their effect are kept while Stripe may deliver them again. */
export const forgetStripeEvents = defineJob({
  name: "forget-stripe-events",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Downloads the public address lists that are a day old or missing. */
export const updateIpData = defineJob({
  name: "update-ip-data",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

export const jobs = [
  recordClicks,
  settleClicks,
  releaseEscrows,
  expireHeldClicks,
  maintainPartitions,
  forgetClicks,
  verifyBooks,
  processStripeEvent,
  sendWithdrawal,
  sweepPayments,
  reconcileStripe,
  countConversions,
  forgetPresences,
  forgetStripeEvents,
  updateIpData,
] as const;
