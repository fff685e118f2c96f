import { z } from "zod";
import { clickCountsSchema, ownCampaignResponseSchema } from "../campaigns/campaign-schema";
import { verdicts } from "./signal";

/** How many clicks got a verdict for a kind of reason, in the words that people read. */
export const reasonCountSchema = z.object({
  verdict: z.enum(verdicts),
  category: z.string(),
  clicks: z.number().int(),
});
export type ReasonCount = z.infer<typeof reasonCountSchema>;

/** Clicks from before this have their verdict; null before anything was judged. */
const judgedUpTo = z.string().nullable();

export const campaignStatsResponseSchema = z.object({
  clicks: clickCountsSchema,
  reasons: z.array(reasonCountSchema),
  /** What was set aside for it: the budget, or nothing before it was funded. */
  reserved: z.number(),
  spend: z.number(),
  budgetRemaining: z.number(),
  ctr: z.number().nullable(),
  costPerClick: z.number().nullable(),
  /** What of the budget that remains clicks without a final verdict may still take. */
  pending: z.number(),
  held: z.number(),
  stopped: ownCampaignResponseSchema.shape.stopped,
  judgedUpTo,
});
export type CampaignStatsResponse = z.infer<typeof campaignStatsResponseSchema>;

export const linkStatsResponseSchema = z.object({
  clicks: clickCountsSchema,
  reasons: z.array(reasonCountSchema),
  earnings: z.number(),
  pending: z.number(),
  judgedUpTo,
});
export type LinkStatsResponse = z.infer<typeof linkStatsResponseSchema>;
