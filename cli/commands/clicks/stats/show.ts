import {
  type AdminCampaignStats,
  adminCampaignStatsSchema,
} from "@fairclick/core/clicks/operated-stats-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatApiDollars, formatFacts } from "../../../output/format";
import { toTable } from "../../../output/table";

export const showStats = defineCommand({
  usage: "show <campaign>",
  summary: "show the totals of a campaign",
  about:
    "Shows a campaign's impressions, clicks, conversions, their value and retention, in total and per link. `stats series` shows them over time, `stats breakdown` by country, device, browser or referrer. Needs a token with the scope stats:read.",
  examples: [
    "stats show 01900000-0000-7000-8000-000000000001",
    "stats show 01900000-0000-7000-8000-000000000001 --json | jq '.creators[] | {username, conversionRate}'",
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, campaign: z.string() }),
  output: adminCampaignStatsSchema,
  run: async (host, { campaign: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.stats.campaigns[":id"].$get({ param: { id } }),
    );
    return data;
  },
  text: (stats, paint) => {
    const facts = formatFacts([
      ["campaign", `${paint.strong(stats.campaign)} (${stats.campaignId})`],
      ["impressions", `${stats.impressions}, CTR ${percent(stats.ctr)}`],
      [
        "clicks",
        `${stats.clicks.total}, ${stats.clicks.valid} valid, ${dollars(stats.costPerClick)} each`,
      ],
      [
        "conversions",
        `${stats.conversions} ${stats.conversion}, ${percent(stats.conversionRate)} of valid clicks, ${dollars(stats.costPerConversion)} each`,
      ],
      ["waiting", `${stats.waiting} conversions of pending clicks`],
      ["value", formatApiDollars(stats.value)],
      ...stats.retention.map(
        ({ day, ...retention }) => [`day ${day}`, formatRetention(retention)] as const,
      ),
    ]);
    const events = stats.events.map(({ event, conversions, value }) => [
      event,
      String(conversions),
      formatApiDollars(value),
    ]);
    const parts = [facts, toTable(["event", "counted", "value"], events).join("\n")];
    return [...parts, ...formatCreators(stats.creators)].join("\n\n");
  },
});

function formatCreators(creators: AdminCampaignStats["creators"]): string[] {
  if (creators.length === 0) return [];
  const rows = creators.map(({ retention, ...creator }) => [
    creator.username,
    ...[creator.impressions, creator.validClicks, creator.conversions].map(String),
    percent(creator.conversionRate),
    formatApiDollars(creator.value),
    formatRetention(retention),
  ]);
  const counts = ["impressions", "valid", "conversions"];
  return [toTable(["creator", ...counts, "rate", "value", "back on day 1"], rows).join("\n")];
}

type Retention = Pick<AdminCampaignStats["retention"][number], "arrived" | "returned" | "percent">;

function formatRetention({ arrived, returned, percent: share }: Retention): string {
  return `${returned} of ${arrived}, ${percent(share)}`;
}

function percent(share: number | null): string {
  return share === null ? "N/A" : `${share}%`;
}

function dollars(amount: number | null): string {
  return amount === null ? "N/A" : formatApiDollars(amount);
}
