import { z } from "zod";
import { t } from "../language/t";
import { pageQuerySchema } from "../schemas/page";
import { audienceDevices } from "./audience";
import { campaignResponseSchema } from "./campaign-schema";
import { isCountryCode } from "./countries";
import { genres } from "./genres";
import { joinRules } from "./join-rule";
import { marketOrders } from "./market-orders";

export const listCampaignsQuerySchema = pageQuerySchema.extend({
  scope: z.enum(["joinable", "all"]).optional(),
  search: z.string().trim().max(120).optional(),
  /** `newest` if it is left out; `fit` needs sign-in. */
  sort: z.enum(marketOrders).optional(),
  genre: z.enum(genres).optional(),
  /** Campaigns that pay for clicks from this country. */
  country: z
    .string()
    .refine(isCountryCode, { error: () => t`country must be an ISO 3166 code` })
    .optional(),
  /** Campaigns that pay for clicks on this kind of device. */
  device: z.enum(audienceDevices).optional(),
  whoMayJoin: z.enum(joinRules).optional(),
  /** Campaigns that the caller can join or request to join; needs sign-in. */
  fit: z.literal("only").optional(),
});

/** Figures that help a creator choose a campaign. */
const standingSchema = z.object({
  /** Days that the budget lasts at the spending of the last 24 hours; null without spending. */
  budgetDays: z.number().nullable(),
  /** Share of the judged clicks that were paid; null if too few were judged. */
  countedPercent: z.number().int().nullable(),
  /** Median minutes from click to verdict, over the day's last clicks; null without clicks. */
  verdictMinutes: z.number().nullable(),
  /** Paid to creators so far, in dollars. */
  paid: z.number(),
  /** When the developer's account was created. */
  developerSince: z.string(),
});

export const listedCampaignSchema = campaignResponseSchema.extend({
  standing: standingSchema,
  /**
   * What 1,000 more clicks like the caller's own of the last 30 days would earn, in dollars; null
   * without sign-in, with too few clicks, and on the caller's own campaigns.
   */
  estimate: z.number().nullable(),
});
export type ListedCampaign = z.infer<typeof listedCampaignSchema>;
