import { z } from "zod";
import { verifiedChannelSchema } from "../accounts/channels";
import { creatorContentResponseSchema } from "../accounts/creator-content";
import { dollarsSchema } from "../amount-schema";
import { isLinkName, MAX_LINK_NAME_LENGTH } from "../ids";
import { t } from "../language/t";
import { countSchema, pageQuerySchema, timeSchema } from "../schemas";
import { audienceSchema } from "./audience-schema";
import { campaignTextsSchema, clickRuleChoices } from "./campaign-input";
import { coverResponseSchema } from "./covers";
import { marketOrders } from "./estimates";
import { genres } from "./genres";
import { joinRules } from "./join-rule";
import { paysForChoices } from "./pays-for";
import { reachedLimits } from "./prices";
import { campaignStatuses } from "./status";

/** Clicks before this time have their verdict and are counted; null if none were judged. */
const judgedUpTo = timeSchema.nullable();

const campaignResponseSchema = z.object({
  _id: z.string(),
  name: z.string(),
  gameName: z.string().nullable(),
  gameTitle: z.string(),
  gameUrl: z.string(),
  ...campaignTextsSchema.shape,
  cover: coverResponseSchema,
  payoutPerClick: dollarsSchema,
  /** The platform's fee per valid click at the price of now, which the budget pays on top. */
  feePerClick: dollarsSchema,
  /** The fee in percent of each click's price. */
  feePercent: z.number(),
  /** A lower price that is announced; clicks from `startsAt` on pay it. */
  nextPrice: z.object({ payoutPerClick: dollarsSchema, startsAt: timeSchema }).nullable(),
  budget: dollarsSchema,
  budgetRemaining: dollarsSchema,
  budgetUsed: dollarsSchema,
  totalClicks: countSchema,
  impressions: countSchema,
  status: z.enum(campaignStatuses),
  isActive: z.boolean(),
  startDate: timeSchema,
  endDate: timeSchema,
  gameGenres: z.array(z.string()),
  /** How it judges clicks from addresses that many people are known to share. */
  clickRules: z.enum(clickRuleChoices),
  /** Every valid click, or the clicks of creators whose players arrive. */
  paysFor: z.enum(paysForChoices),
  audience: audienceSchema,
  /** Limits on spending; caps in dollars, null without one. */
  limits: z.object({
    dailyCap: dollarsSchema.nullable(),
    creatorCap: dollarsSchema.nullable(),
  }),
  /** The creators who can join; empty lists want everybody. */
  wanted: creatorContentResponseSchema,
  whoMayJoin: z.enum(joinRules),
  createdBy: z.object({ _id: z.string(), username: z.string(), displayName: z.string() }),
  judgedUpTo,
  /** How many accepted clicks became players, as the game reports; null before the first measurement. */
  joinRate: z
    .object({
      clicks: z.number().int(),
      joined: z.number().int(),
      /** Null with too few clicks. */
      percent: z.number().nullable(),
      /** The median of the campaign's first genre; null with too few campaigns that report players. */
      genrePercent: z.number().nullable(),
      /** The game reports far too few players: its clicks say nothing in favour of a rule. */
      isFarBelow: z.boolean(),
    })
    .nullable(),
});
export type CampaignResponse = z.input<typeof campaignResponseSchema>;

export const clickCountsSchema = z.object({
  total: countSchema,
  pending: countSchema,
  valid: countSchema,
  invalid: countSchema,
  held: countSchema,
  unpaid: countSchema,
});
export type ClickCounts = z.input<typeof clickCountsSchema>;

export const joinedCampaignResponseSchema = campaignResponseSchema.extend({
  redirectLink: z.string(),
  shortLink: z.string(),
  /** Who stopped the link; null if it works. */
  disabledBy: z.enum(["developer", "operator"]).nullable(),
  /** The limit of the campaign that leaves further clicks on the link unpaid now; null if none does. */
  reachedLimit: z.enum(reachedLimits).nullable(),
  joinedAt: timeSchema,
  clicks: clickCountsSchema,
  earnings: dollarsSchema,
});
export type JoinedCampaignResponse = z.input<typeof joinedCampaignResponseSchema>;

export const ownCampaignResponseSchema = campaignResponseSchema.extend({
  /** Present if Fairclick stopped the campaign, so that its developer cannot start it again. */
  stopped: z
    .object({
      how: z.enum(["paused", "disabled"]),
      /**
       * `review`: it waits for an operator; `report`: its address was reported and confirmed. Both
       * can be ended meanwhile.
       */
      by: z.enum(["operator", "platform", "review", "report"]),
      since: timeSchema,
      reason: z.string().nullable(),
    })
    .nullable(),
  /** A new address that waits for review; visitors are sent to `gameUrl` until then. */
  pendingGameUrl: z.string().nullable(),
  spend: dollarsSchema,
  clicks: clickCountsSchema,
  ctr: z.number().nullable(),
  costPerClick: dollarsSchema.nullable(),
});
export type OwnCampaignResponse = z.input<typeof ownCampaignResponseSchema>;

export const campaignLinkResponseSchema = z.object({
  userId: z.string(),
  username: z.string(),
  channels: z.array(verifiedChannelSchema),
  code: z.string(),
  joinedAt: timeSchema,
  disabled: z.boolean(),
  disabledBy: z.enum(["developer", "operator"]).nullable(),
  clicks: clickCountsSchema,
  paid: dollarsSchema,
  judgedUpTo,
});

/** A link in a list, with its refused and held clicks of the last 30 days by reason, most first. */
export const listedLinkSchema = campaignLinkResponseSchema.extend({
  refusals: z.array(
    z.object({
      category: z.string(),
      /** Its rule in a sentence; null if it is no longer in force. */
      rule: z.string().nullable(),
      invalid: countSchema,
      held: countSchema,
    }),
  ),
});
export type ListedLink = z.input<typeof listedLinkSchema>;

export const editLinkSchema = z.object({
  disabled: z.boolean({ error: () => t`disabled must be true or false` }),
});

export const listCampaignsQuerySchema = pageQuerySchema.extend({
  scope: z.enum(["joinable", "all"]).optional(),
  search: z.string().trim().max(120).optional(),
  /** `newest` if it is left out; `fit` needs sign-in. */
  sort: z.enum(marketOrders).optional(),
  genre: z.enum(genres).optional(),
  /** Campaigns that the caller can join or request to join; needs sign-in. */
  fit: z.literal("only").optional(),
});

const standingSchema = z.object({
  /** Days that the budget lasts at the spending of the last 24 hours; null without spending. */
  budgetDays: z.number().nullable(),
  /** Share of the judged clicks that were paid; null if too few were judged. */
  countedPercent: z.number().int().nullable(),
  /** Median minutes from click to verdict, over the day's last clicks; null without clicks. */
  verdictMinutes: z.number().nullable(),
  /** Paid to creators so far, in dollars. */
  paid: dollarsSchema,
  developerSince: timeSchema,
});

export const listedCampaignSchema = campaignResponseSchema.extend({
  standing: standingSchema,
  /**
   * What 1,000 more clicks like the caller's own of the last 30 days would earn, in dollars; null
   * without sign-in, with too few clicks, and on the caller's own campaigns.
   */
  estimate: dollarsSchema.nullable(),
});
export type ListedCampaign = z.input<typeof listedCampaignSchema>;

const nameInvalid = () =>
  t`A name has letters, digits and hyphens only, at most ${MAX_LINK_NAME_LENGTH}, such as bio or video-12`;

export const linkNameSchema = z
  .string({ error: nameInvalid })
  .trim()
  .max(MAX_LINK_NAME_LENGTH, { error: nameInvalid, abort: true })
  .toLowerCase()
  .refine(isLinkName, { error: nameInvalid });

export const namedLinkSchema = z.object({
  name: z.string(),
  link: z.string(),
  /** The address of a removed name still works; its new clicks count for the link without a name. */
  removed: z.boolean(),
  clicks: clickCountsSchema.omit({ pending: true }),
  earnings: dollarsSchema,
});
export type NamedLink = z.input<typeof namedLinkSchema>;
