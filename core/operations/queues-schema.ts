import { z } from "zod";
import { jobs } from "../jobs";
import { changeInputSchema } from "./operator-change-schema";
import { problemSchema } from "./status-schema";

export const queueNameSchema = z.string().refine((name) => jobs.some((job) => job.name === name), {
  error: `There is no such queue. Queues: ${jobs.map(({ name }) => name).join(", ")}`,
});

export const queueSchema = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Jobs that wait for a retry or for their scheduled time. */
  delayed: z.int(),
  failed: z.int(),
  /**
   * Jobs that succeeded in the last full minute; `failedPerMinute` counts those that failed for
   * good.
   */
  donePerMinute: z.int(),
  failedPerMinute: z.int(),
  /** When the oldest waiting or running job was due. */
  oldestAt: z.iso.datetime().nullable(),
  /** When the oldest failed job failed. */
  oldestFailedAt: z.iso.datetime().nullable(),
});
export type Queue = z.infer<typeof queueSchema>;

export const queuesResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(queueSchema),
  /** Why jobs may be stuck: no worker is alive, or settlement is late. */
  problems: z.array(problemSchema),
});

/** Query of the failed or parked jobs. */
export const failedJobsQuerySchema = z.object({
  limit: z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(1_000, { error: "limit must be at most 1000" })
    .default(50),
});

export const failedJobSchema = z.object({
  id: z.string(),
  reason: z.string(),
  attempts: z.int(),
  sentAt: z.iso.datetime(),
  failedAt: z.iso.datetime().nullable(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const failedJobsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(failedJobSchema),
});

/** Single jobs of a queue, by their ids. */
export const jobChangeInputSchema = changeInputSchema.extend({
  ids: z.array(z.string().min(1).max(300)).min(1).max(50),
  /** Required to discard clicks: their number. Without it, the call fails and states the number. */
  clicks: z
    .string()
    .regex(/^(\d{1,9}|unknown)$/, { error: 'clicks must be a number, or "unknown"' })
    .optional(),
});
export type JobChangeInput = z.infer<typeof jobChangeInputSchema>;

export const parkedJobSchema = z.object({
  queue: z.string(),
  id: z.string(),
  state: z.enum(["parked", "discarded"]),
  /** Number of clicks in it; null if that cannot be read. */
  clicks: z.int().nullable(),
  problem: z.string(),
  sentAt: z.iso.datetime(),
  parkedAt: z.iso.datetime(),
  bytes: z.int(),
  /** The first 2,000 characters of its data. */
  preview: z.string(),
});
export type ParkedJob = z.infer<typeof parkedJobSchema>;

export const parkedJobsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(parkedJobSchema),
});
