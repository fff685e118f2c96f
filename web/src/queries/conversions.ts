import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { liveOptions } from "./live-options";
import { type Period, seriesWindow } from "./series-window";

export function campaignConversionsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "conversions", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"].conversions.$get({ param: { id } }))).data,
    ...liveOptions(
      api.campaigns[":id"].conversions,
      () => ({ param: { id } }),
      ({ data }) => data,
    ),
  });
}

export function linkConversionsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "link-conversions", campaignId],
    queryFn: async () =>
      (await readAnswer(api.links[":campaignId"].conversions.$get({ param: { campaignId } }))).data,
    ...liveOptions(
      api.links[":campaignId"].conversions,
      () => ({ param: { campaignId } }),
      ({ data }) => data,
    ),
  });
}

/** Figures of the user's campaign, or of the user's link for it. */
export type InsightScope = { campaignId: string; of: "campaign" | "link" };

type Breakdown = {
  scope: InsightScope;
  period: Period;
  dimension: BreakdownResponse["dimension"];
};

/** Origins of clicks in the period of the charts. */
export function breakdownQuery({ scope: { campaignId, of }, period, dimension }: Breakdown) {
  const query = () => ({ ...seriesWindow(period, new Date()), dimension });
  const ofCampaign = () => ({ param: { id: campaignId }, query: query() });
  const ofLink = () => ({ param: { campaignId }, query: query() });
  return queryOptions({
    queryKey: ["campaigns", "breakdown", of, campaignId, period, dimension],
    queryFn: async () => {
      const answer =
        of === "campaign"
          ? api.campaigns[":id"].stats.breakdown.$get(ofCampaign())
          : api.links[":campaignId"].stats.breakdown.$get(ofLink());
      return (await readAnswer(answer)).data;
    },
    ...(of === "campaign"
      ? liveOptions(api.campaigns[":id"].stats.breakdown, ofCampaign, ({ data }) => data)
      : liveOptions(api.links[":campaignId"].stats.breakdown, ofLink, ({ data }) => data)),
  });
}
