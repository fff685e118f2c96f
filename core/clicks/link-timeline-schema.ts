import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";

/** Steps of time in UTC. */
export const timelineSteps = ["minute", "hour", "day"] as const;
export type TimelineStep = (typeof timelineSteps)[number];

export const stepMs: Record<TimelineStep, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

export const MAX_TIMELINE_POINTS = 400;

/** The `count` steps before `to`, which is rounded up to the end of its step. */
export const linkTimelineQuerySchema = z.object({
  campaign: z.uuid({ error: "campaign must be a campaign's id" }),
  /** An id or a username. */
  creator: z.string().trim().min(1).max(64),
  step: z.enum(timelineSteps, { error: "step must be minute, hour or day" }),
  /** Default: now. */
  to: z.iso
    .datetime({ error: "to must be a time such as 2026-01-31T12:00:00Z" })
    .refine((text) => Date.parse(text) > 0, { error: "to must be later than 1970" })
    .optional(),
  count: z.coerce
    .number({ error: "count must be a whole number" })
    .int({ error: "count must be a whole number" })
    .min(1, { error: "count must be at least 1" })
    .max(MAX_TIMELINE_POINTS, { error: `count must be at most ${MAX_TIMELINE_POINTS}` })
    .default(60),
});
export type LinkTimelineQuery = z.infer<typeof linkTimelineQuerySchema>;

export const timelinePointSchema = z.object({
  /** Start of the step. */
  at: z.iso.datetime(),
  valid: z.int(),
  held: z.int(),
  invalid: z.int(),
  unpaid: z.int(),
  paidMicros: microsSchema,
});
export type TimelinePoint = z.infer<typeof timelinePointSchema>;

export const linkTimelineSchema = z.object({
  step: z.enum(timelineSteps),
  /** One point per step, oldest first, including steps without clicks. */
  points: z.array(timelinePointSchema),
  /** Whether the oldest minutes are incomplete, because only the newest clicks are counted by the minute. */
  isPartial: z.boolean(),
});
export type LinkTimeline = z.infer<typeof linkTimelineSchema>;

export const linkTimelineResponseSchema = z.object({
  status: z.literal("success"),
  data: linkTimelineSchema,
});
