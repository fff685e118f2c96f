import { z } from "zod";
import { creatorContentResponseSchema } from "../accounts/creator-content";
import {
  listResponse,
  microsSchema,
  onlySchema,
  pageQuerySchema,
  searchSchema,
  userNameSchema,
} from "../schemas";
import { audienceSchema } from "./audience-schema";
import { clickCountsSchema } from "./campaign";
import { clickRuleChoices } from "./campaign-input";
import { joinRules } from "./join-rule";
import { campaignStatuses } from "./status";

export const adminCampaignsQuerySchema = pageQuerySchema.extend({
  developer: userNameSchema.optional(),
  search: searchSchema,
  stopped: onlySchema,
});

export const adminCampaignSchema = z.object({
  id: z.string(),
  name: z.string(),
  gameTitle: z.string(),
  gameUrl: z.string(),
  /** The path of its cover image below the app's address; null if the cover is drawn. */
  cover: z.string().nullable(),
  coverAlt: z.string(),
  developerId: z.string(),
  developer: z.string(),
  developerSuspended: z.boolean(),
  status: z.enum(campaignStatuses),
  createdAt: z.iso.datetime(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  pausedAt: z.iso.datetime().nullable(),
  /** Who paused it so that its developer cannot resume it; null if no one did. */
  forcedPauseBy: z.enum(["operator", "platform", "review", "report"]).nullable(),
  forcedPauseReason: z.string().nullable(),
  disabledAt: z.iso.datetime().nullable(),
  disabledReason: z.string().nullable(),
  clickRules: z.enum(clickRuleChoices),
  audience: audienceSchema,
  /** What the clicks of one UTC day, and of one creator, can spend; null without a limit. */
  dailyCapMicros: microsSchema.nullable(),
  creatorCapMicros: microsSchema.nullable(),
  /** The creators who can join; empty lists want everybody. */
  wanted: creatorContentResponseSchema,
  whoMayJoin: z.enum(joinRules),
  payoutMicros: microsSchema,
  /** The price of clicks from a time in the future on; null if none is announced. */
  nextPrice: z.object({ payoutMicros: microsSchema, startsAt: z.iso.datetime() }).nullable(),
  /** The platform's fee per paid click, which the budget pays on top. */
  feeMicros: microsSchema,
  budgetMicros: microsSchema,
  escrowMicros: microsSchema,
  /** Part of the escrow that is reserved for held clicks. */
  claimedMicros: microsSchema,
  paidMicros: microsSchema,
  clicks: clickCountsSchema,
});
export type AdminCampaign = z.infer<typeof adminCampaignSchema>;

export const adminCampaignsResponseSchema = listResponse(adminCampaignSchema);
export const adminCampaignResponseSchema = z.object({
  status: z.literal("success"),
  data: adminCampaignSchema,
});
