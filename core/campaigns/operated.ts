import { z } from "zod";
import { creatorContentResponseSchema, describeWanted } from "../accounts/creator-content";
import { type Cells, defineResource, formatMicros, formatMoment } from "../resource";
import {
  microsSchema,
  onlySchema,
  pageQuerySchema,
  searchSchema,
  timeSchema,
  userNameSchema,
} from "../schemas";
import { describeAudience } from "./audience";
import { audienceSchema } from "./audience-schema";
import { clickCountsSchema } from "./campaign";
import { clickRuleChoices } from "./campaign-input";
import { joinRules } from "./join-rule";
import { describeJoinRule } from "./joining";
import { describePaysFor, paysForChoices } from "./pays-for";
import { campaignStatuses } from "./status";

const campaignSchema = z.object({
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
  createdAt: timeSchema,
  startsAt: timeSchema,
  endsAt: timeSchema,
  pausedAt: timeSchema.nullable(),
  /** Who paused it so that its developer cannot resume it; null if no one did. */
  forcedPauseBy: z.enum(["operator", "platform", "review", "report"]).nullable(),
  forcedPauseReason: z.string().nullable(),
  disabledAt: timeSchema.nullable(),
  disabledReason: z.string().nullable(),
  clickRules: z.enum(clickRuleChoices),
  paysFor: z.enum(paysForChoices),
  audience: audienceSchema,
  /** What the clicks of one UTC day, and of one creator, can spend; null without a limit. */
  dailyCapMicros: microsSchema.nullable(),
  creatorCapMicros: microsSchema.nullable(),
  /** The creators who can join; empty lists want everybody. */
  wanted: creatorContentResponseSchema,
  whoMayJoin: z.enum(joinRules),
  payoutMicros: microsSchema,
  /** The price of clicks from a time in the future on; null if none is announced. */
  nextPrice: z.object({ payoutMicros: microsSchema, startsAt: timeSchema }).nullable(),
  /** The platform's fee per paid click, which the budget pays on top: its share of the price, and what that is now. */
  feeBasisPoints: z.number().int(),
  feeMicros: microsSchema,
  budgetMicros: microsSchema,
  escrowMicros: microsSchema,
  claimedMicros: microsSchema,
  /** What valid clicks paid their creators, and the platform's fees for them. */
  paidMicros: microsSchema,
  feesMicros: microsSchema,
  clicks: clickCountsSchema,
});
export type AdminCampaign = z.input<typeof campaignSchema>;

export const campaigns = defineResource({
  path: "campaigns",
  summary: "list, pause and disable campaigns",
  one: "campaign",
  key: "id",
  list: {
    scope: "campaigns:read",
    summary: "list campaigns with their money and clicks",
    about:
      "Lists the campaigns of all developers, newest first, including unfunded ones. A developer is given by id, e-mail address or name.",
    examples: [
      "campaigns list --search obby",
      "campaigns list --stopped --json | jq -r '[.id, .forcedPauseReason] | @tsv'",
    ],
    query: pageQuerySchema.extend({
      developer: userNameSchema.optional(),
      search: searchSchema,
      stopped: onlySchema,
    }),
    options: {
      "--developer <user>": "only campaigns of this developer",
      "--search <text>": "only campaigns whose name or game name contains this text",
      "--stopped": "only campaigns that an operator or the platform stopped",
    },
    row: campaignSchema,
    columns: {
      campaign: "id",
      status: "status",
      developer: "developer",
      budget: "budgetMicros",
      left: "escrowMicros",
      paid: "paidMicros",
      clicks: ({ clicks }) => String(clicks.total),
      valid: ({ clicks }) => String(clicks.valid),
      name: "name",
    } satisfies Cells<AdminCampaign>,
  },
  show: {
    scope: "campaigns:read",
    summary: "show one campaign",
    about:
      "Shows one campaign: its status, its price and the platform's fee, which clicks it pays for, its limits, its money, its clicks, and who stopped it and why.",
    examples: ["campaigns show 01900000-0000-7000-8000-000000000001"],
    item: campaignSchema,
    facts: {
      campaign: ({ name, id }, { strong }) => `${strong(name)} (${id})`,
      game: ({ gameTitle, gameUrl }) => `${gameTitle}, ${gameUrl}`,
      developer: ({ developer, developerId, developerSuspended }) =>
        `${developer} (${developerId})${developerSuspended ? ", suspended" : ""}`,
      cover: ({ cover, coverAlt }) =>
        cover === null ? "drawn" : [cover, coverAlt].filter(Boolean).join(": "),
      status: "status",
      runs: ({ startsAt, endsAt }) => `${formatMoment(startsAt)} to ${formatMoment(endsAt)}`,
      paused: ({ pausedAt }) => formatMoment(pausedAt) || "no",
      "paused by": ({ forcedPauseBy, forcedPauseReason }) =>
        forcedPauseBy && `${forcedPauseBy}: ${forcedPauseReason}`,
      disabled: ({ disabledAt, disabledReason }) =>
        disabledAt ? `${formatMoment(disabledAt)}: ${disabledReason ?? ""}` : "no",
      "click rules": "clickRules",
      wants: ({ wanted }) => describeWanted(wanted) ?? "all creators",
      "who may join": ({ whoMayJoin }) => describeJoinRule(whoMayJoin) ?? "Everybody",
      "pays for": ({ paysFor }) => describePaysFor(paysFor).name,
      audience: ({ audience }) => describeAudience(audience) ?? "everybody",
      limits: describeLimits,
      "a click": ({ payoutMicros }) => `${formatMicros(payoutMicros)} to its creator`,
      "next price": ({ nextPrice }) =>
        nextPrice === null
          ? "none announced"
          : `${formatMicros(nextPrice.payoutMicros)} from ${formatMoment(nextPrice.startsAt)}`,
      fee: ({ feeBasisPoints, feeMicros }) =>
        feeBasisPoints === 0
          ? "none"
          : `${feeBasisPoints / 100}% of the price, on top: ${formatMicros(feeMicros)} per paid click now`,
      budget: "budgetMicros",
      left: ({ escrowMicros, claimedMicros }) =>
        `${formatMicros(escrowMicros)}, held clicks reserve ${formatMicros(claimedMicros)}`,
      "paid to creators": "paidMicros",
      "fees paid": "feesMicros",
      clicks: ({ clicks }) => describeCounts(clicks),
    } satisfies Cells<AdminCampaign>,
  },
  decide: {
    scope: "campaigns:write",
    summary: "pause, resume, disable or restore a campaign, remove its cover",
    about: "The developer sees the reason.",
    examples: ['campaigns decide pause "Tower of Tides" --reason "The game is gone."'],
    acts: {
      pause: {
        about:
          "Visitors still reach the game, but their clicks are not paid. The developer cannot resume it.",
      },
      resume: {
        about:
          "Resumes a campaign that an operator paused, or that the platform paused after a dispute or a loss. If the developer had paused it before, it stays paused.",
      },
      disable: {
        about:
          "Disables all links of a campaign: within a second, visitors see a page that says so (410). Earlier clicks are still judged and paid. At the campaign's end, the rest of the budget returns to the developer's wallet.",
      },
      restore: {
        about: "Enables a campaign that an operator disabled: its links lead to the game again.",
      },
      "remove-cover": {
        about:
          "Deletes the cover image, also from other campaigns that show the same one, and refuses it from then on. Copies in browsers and in a CDN stay there until they expire or are purged.",
      },
    },
  },
});

/** The resources that have no other commands than `list`, `show` and `decide`. */
export const plainResources = [campaigns];

function describeLimits({ dailyCapMicros, creatorCapMicros }: AdminCampaign): string {
  const limits = [
    ...(dailyCapMicros === null ? [] : [`${formatMicros(dailyCapMicros)} per UTC day`]),
    ...(creatorCapMicros === null ? [] : [`${formatMicros(creatorCapMicros)} per creator`]),
  ];
  return limits.length === 0 ? "none" : limits.join(", ");
}

export function describeCounts(clicks: AdminCampaign["clicks"]): string {
  const { total, valid, invalid, held, unpaid, pending } = clicks;
  return `${total}: ${valid} valid, ${invalid} invalid, ${held} held, ${unpaid} unpaid, ${pending} pending`;
}
