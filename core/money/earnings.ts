import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { reasonCountSchema } from "../clicks/stats";
import { countSchema, timeSchema, timeZoneSchema } from "../schemas";

export const earningsQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(365).default(30),
  timeZone: timeZoneSchema,
});
export type EarningsQuery = z.output<typeof earningsQuerySchema>;

const judgedClicksSchema = z.object({
  valid: countSchema,
  invalid: countSchema,
  held: countSchema,
  unpaid: countSchema,
});

const earningsDaySchema = z.object({
  /** A calendar day in the requested time zone. */
  day: z.iso.date(),
  clicks: judgedClicksSchema,
  earned: dollarsSchema,
});
export type EarningsDay = z.input<typeof earningsDaySchema>;

const campaignEarningsSchema = z.object({
  _id: z.string(),
  name: z.string(),
  payoutPerClick: dollarsSchema,
  clicks: judgedClicksSchema.extend({ pending: countSchema }),
  earned: dollarsSchema,
});
export type CampaignEarnings = z.input<typeof campaignEarningsSchema>;

/**
 * A creator's clicks of the last days, including today. The earnings of all days and of all campaigns
 * have the same sum. `clicks.pending` counts the pending clicks of all days.
 */
export const earningsResponseSchema = z.object({
  timeZone: z.string(),
  judgedUpTo: timeSchema.nullable(),
  days: z.array(earningsDaySchema),
  campaigns: z.array(campaignEarningsSchema),
  reasons: z.array(reasonCountSchema),
});
export type EarningsResponse = z.input<typeof earningsResponseSchema>;
