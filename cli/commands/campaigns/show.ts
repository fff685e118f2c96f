import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { type AdminCampaign, adminCampaignSchema } from "@fairclick/core/campaigns/operated";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { formatFacts, formatMicros, formatMoment } from "../../output/format";

export const showCampaignCommand = defineCommand({
  usage: "show <campaign>",
  summary: "show one campaign",
  about:
    "Shows one campaign: its status, its price and the platform's fee, which clicks it pays for, its limits, its money, its clicks, and who stopped it and why. Needs a token with the scope campaigns:read.",
  examples: ["campaigns show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, campaign: z.string() }),
  output: adminCampaignSchema,
  run: async (host, { campaign: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.campaigns[":id"].$get({ param: { id } }),
    );
    return data;
  },
  text: ({ clicks, ...campaign }, paint) => {
    const { forcedPauseBy, forcedPauseReason, disabledAt, disabledReason } = campaign;
    return formatFacts([
      ["campaign", `${paint.strong(campaign.name)} (${campaign.id})`],
      ["game", `${campaign.gameTitle}, ${campaign.gameUrl}`],
      [
        "developer",
        `${campaign.developer} (${campaign.developerId})${campaign.developerSuspended ? ", suspended" : ""}`,
      ],
      ["cover", describeCover(campaign)],
      ["status", campaign.status],
      ["runs", `${formatMoment(campaign.startsAt)} to ${formatMoment(campaign.endsAt)}`],
      ["paused", formatMoment(campaign.pausedAt) || "no"],
      ...(forcedPauseBy ? [["paused by", `${forcedPauseBy}: ${forcedPauseReason}`] as const] : []),
      ["disabled", disabledAt ? `${formatMoment(disabledAt)}: ${disabledReason ?? ""}` : "no"],
      ["click rules", campaign.clickRules],
      ["wants", describeWanted(campaign.wanted) ?? "all creators"],
      ["who may join", describeJoinRule(campaign.whoMayJoin) ?? "Everybody"],
      ["pays for", describeAudience(campaign.audience) ?? "all clicks"],
      ["limits", formatLimits(campaign)],
      ["a click", `${formatMicros(campaign.payoutMicros)} to its creator`],
      ["next price", formatNextPrice(campaign)],
      ["fee", formatFee(campaign)],
      ["budget", formatMicros(campaign.budgetMicros)],
      [
        "left",
        `${formatMicros(campaign.escrowMicros)}, held clicks reserve ${formatMicros(campaign.claimedMicros)}`,
      ],
      ["paid", formatMicros(campaign.paidMicros)],
      [
        "clicks",
        `${clicks.total}: ${clicks.valid} valid, ${clicks.invalid} invalid, ${clicks.held} held, ${clicks.unpaid} unpaid, ${clicks.pending} pending`,
      ],
    ]);
  },
});

function describeCover({ cover, coverAlt }: Pick<AdminCampaign, "cover" | "coverAlt">): string {
  if (cover === null) return "drawn";
  return coverAlt === "" ? cover : `${cover}: ${coverAlt}`;
}

function formatNextPrice({ nextPrice }: Pick<AdminCampaign, "nextPrice">): string {
  if (nextPrice === null) return "none announced";
  return `${formatMicros(nextPrice.payoutMicros)} from ${formatMoment(nextPrice.startsAt)}`;
}

function formatFee({ feeMicros }: Pick<AdminCampaign, "feeMicros">): string {
  return BigInt(feeMicros) === 0n ? "none" : `${formatMicros(feeMicros)} per paid click, on top`;
}

type Limits = Pick<AdminCampaign, "dailyCapMicros" | "creatorCapMicros">;

function formatLimits({ dailyCapMicros, creatorCapMicros }: Limits): string {
  const limits = [
    ...(dailyCapMicros === null ? [] : [`${formatMicros(dailyCapMicros)} per UTC day`]),
    ...(creatorCapMicros === null ? [] : [`${formatMicros(creatorCapMicros)} per creator`]),
  ];
  return limits.length === 0 ? "none" : limits.join(", ");
}
