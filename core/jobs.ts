import { z } from "zod";
import { clickBatchSchema, unpackClicks } from "./clicks/click";

/** Contract between producer and worker. Queues only deliver; the database keeps the state. */
export type JobContract<Name extends string = string, Payload = unknown> = {
  name: Name;
  schema: z.ZodType<Payload>;
  attempts: number;
  /** Delay before the first retry; it doubles with each retry. */
  backoffMs: number;
};

const defined: JobContract[] = [];

export const jobs: readonly JobContract[] = defined;

function defineJob<const Name extends string, Payload>(contract: JobContract<Name, Payload>) {
  defined.push(contract);
  return contract;
}

const nothing = z.object({});

/**
 * Retried until it succeeds, because the clicks exist nowhere else. The schema checks only the frame,
 * so that a malformed click is set aside alone.
 */
export const recordClicks = defineJob({
  name: "record-clicks",
  schema: clickBatchSchema.transform((batch) => ({ clicks: unpackClicks(batch) })),
  attempts: 1_000_000,
  backoffMs: 2_000,
});

/** Settles one shard. Without one, settles the first, or all if few clicks wait, and sends the others. */
export const settleClicks = defineJob({
  name: "settle-clicks",
  schema: z.object({
    part: z.object({ shard: z.int().min(0), shards: z.int().min(1) }).optional(),
  }),
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

/** Compares the players of creators and opens findings. */
export const judgeLinks = defineJob({
  name: "judge-links",
  schema: nothing,
  attempts: 3,
  backoffMs: 60_000,
});

/** Judges open findings again, lets overdue ones lapse, and reverses the clicks of confirmed ones. */
export const finishFindings = defineJob({
  name: "finish-findings",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Moves clicks that nothing can change any more to ClickHouse. */
export const moveClicks = defineJob({
  name: "move-clicks",
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

export const sendRefund = defineJob({
  name: "send-refund",
  schema: z.object({ refundId: z.uuid() }),
  attempts: 8,
  backoffMs: 2_000,
});

/** Finds work of lost jobs: unsent withdrawals and refunds, unprocessed events, open deposits. */
export const sweepPayments = defineJob({
  name: "sweep-payments",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Compares the bookings at Stripe with our own. */
export const reconcileStripe = defineJob({
  name: "reconcile-stripe",
  schema: nothing,
  attempts: 3,
  backoffMs: 60_000,
});

/** Counts conversions of clicks that were judged after the report. */
export const countConversions = defineJob({
  name: "count-conversions",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Counts the players that games report, and pays refused clicks if their players came back. */
export const payProvenClicks = defineJob({
  name: "pay-proven-clicks",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Measures how often each rule refuses people, and the campaigns' join rates. */
export const measureRules = defineJob({
  name: "measure-rules",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Ranks creators, links and networks by what is odd about their clicks. */
export const judgeSuspects = defineJob({
  name: "judge-suspects",
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

/** Sends the mails of notices, and does what ends in a mail. */
export const deliverMail = defineJob({
  name: "deliver-mail",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Writes new sums and states as events, and sends events to webhooks. */
export const deliverWebhooks = defineJob({
  name: "deliver-webhooks",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});

/** Deletes what is not kept any longer; clicks are anonymised first. */
export const forget = defineJob({
  name: "forget",
  schema: nothing,
  attempts: 1,
  backoffMs: 0,
});
