import { z } from "zod";
import { clickCountsSchema } from "../campaigns/campaign-schema";
import { campaignConversionsSchema } from "../conversions/conversion-schema";
import { userNameSchema } from "../schemas/admin-lists";
import { breakdownQuerySchema } from "./stats-breakdown-schema";
import { seriesQuerySchema } from "./stats-series-schema";

/** `creator`: of their link alone. */
export const adminSeriesQuerySchema = seriesQuerySchema.safeExtend({
  creator: userNameSchema.optional(),
});
export const adminBreakdownQuerySchema = breakdownQuerySchema.safeExtend({
  creator: userNameSchema.optional(),
});

/** All that a campaign's developer sees of what its clicks became. */
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
