import { z } from "zod";
import { reasonCountSchema } from "../clicks/stats";
import { timeZoneSchema } from "../schemas";

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
  /** A calendar day in the requested time zone. */
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
 * A creator's clicks of the last days, including today. The earnings of all days and of all campaigns
 * have the same sum. `clicks.pending` counts the pending clicks of all days.
 */
export const earningsResponseSchema = z.object({
  timeZone: z.string(),
  judgedUpTo: z.string().nullable(),
  days: z.array(earningsDaySchema),
  campaigns: z.array(campaignEarningsSchema),
  reasons: z.array(reasonCountSchema),
});
export type EarningsResponse = z.infer<typeof earningsResponseSchema>;
