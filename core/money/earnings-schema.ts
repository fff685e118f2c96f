import { z } from "zod";
import { reasonCountSchema } from "../clicks/stats-schema";
import { timeZoneSchema } from "../schemas/time-zone";

export const earningsQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(365).default(30),
  timeZone: timeZoneSchema,
});
export type EarningsQuery = z.output<typeof earningsQuerySchema>;

const judgedClicksSchema = z.object({
  valid: z.number().int(),
  invalid: z.number().int(),
  held: z.number().int(),
  unpaid: z.number().int(),
});

const earningsDaySchema = z.object({
  /** A day of the calendar in the time zone that was asked for. */
  day: z.iso.date(),
  clicks: judgedClicksSchema,
  earned: z.number(),
});
export type EarningsDay = z.infer<typeof earningsDaySchema>;

const campaignEarningsSchema = z.object({
  _id: z.string(),
  name: z.string(),
  payoutPerClick: z.number(),
  clicks: judgedClicksSchema.extend({ pending: z.number().int() }),
  earned: z.number(),
});
export type CampaignEarnings = z.infer<typeof campaignEarningsSchema>;

/**
 * The last days of a creator's clicks, today included. What was earned on all days is what was
 * earned in all campaigns. `clicks.pending` are those not judged yet, of whatever day.
 */
export const earningsResponseSchema = z.object({
  timeZone: z.string(),
  judgedUpTo: z.string().nullable(),
  days: z.array(earningsDaySchema),
  campaigns: z.array(campaignEarningsSchema),
  reasons: z.array(reasonCountSchema),
});
export type EarningsResponse = z.infer<typeof earningsResponseSchema>;
