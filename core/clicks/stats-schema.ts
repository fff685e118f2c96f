import { z } from "zod";
import { clickCountsSchema, ownCampaignResponseSchema } from "../campaigns/campaign-schema";
import { linkReviewSchema } from "./link-findings-schema";
import { verdicts } from "./signal";

/** Number of clicks per verdict and category of reason. */
export const reasonCountSchema = z.object({
  verdict: z.enum(verdicts),
  category: z.string(),
  clicks: z.number().int(),
});
export type ReasonCount = z.infer<typeof reasonCountSchema>;

/** Clicks before this time have their verdict; null if none were judged. */
const judgedUpTo = z.string().nullable();

export const campaignStatsResponseSchema = z.object({
  clicks: clickCountsSchema,
  reasons: z.array(reasonCountSchema),
  /** Reserved budget; 0 before the campaign is funded. */
  reserved: z.number(),
  spend: z.number(),
  budgetRemaining: z.number(),
  ctr: z.number().nullable(),
  costPerClick: z.number().nullable(),
  /** Part of the remaining budget that pending and held clicks may still take. */
  pending: z.number(),
  held: z.number(),
  stopped: ownCampaignResponseSchema.shape.stopped,
  pendingGameUrl: ownCampaignResponseSchema.shape.pendingGameUrl,
  judgedUpTo,
});
export type CampaignStatsResponse = z.infer<typeof campaignStatsResponseSchema>;

export const linkStatsResponseSchema = z.object({
  clicks: clickCountsSchema,
  reasons: z.array(reasonCountSchema),
  earnings: z.number(),
  pending: z.number(),
  /** Null unless an operator reviews the link. */
  review: linkReviewSchema.nullable(),
  judgedUpTo,
});
export type LinkStatsResponse = z.infer<typeof linkStatsResponseSchema>;
