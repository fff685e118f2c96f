import { z } from "zod";
import { clickCountsSchema } from "../campaigns/campaign-schema";
import { campaignConversionsSchema } from "../conversions/conversion-schema";
import { userNameSchema } from "../schemas/admin-lists";
import { breakdownQuerySchema } from "./stats-breakdown-schema";
import { seriesQuerySchema } from "./stats-series-schema";

/** `creator` limits the statistics to this creator's link. */
export const adminSeriesQuerySchema = seriesQuerySchema.safeExtend({
  creator: userNameSchema.optional(),
});
export const adminBreakdownQuerySchema = breakdownQuerySchema.safeExtend({
  creator: userNameSchema.optional(),
});

/** The statistics that a campaign's developer sees. */
export const adminCampaignStatsSchema = z.object({
  campaignId: z.string(),
  campaign: z.string(),
  clicks: clickCountsSchema,
  spend: z.number(),
  costPerClick: z.number().nullable(),
  impressions: z.number().int(),
  ctr: z.number().nullable(),
  ...campaignConversionsSchema.omit({ keys: true, latest: true }).shape,
});
export type AdminCampaignStats = z.infer<typeof adminCampaignStatsSchema>;

export const adminCampaignStatsResponseSchema = z.object({
  status: z.literal("success"),
  data: adminCampaignStatsSchema,
});
