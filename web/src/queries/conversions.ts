import type { BreakdownResponse } from "@fairclick/core/clicks/stats-breakdown-schema";
import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { seriesWindow } from "./series-window";

/** Short, because a developer who tests the set-up waits for the received event. */
const LIVE_MS = 5_000;
const SLOWLY_MOVING_MS = 30_000;

export function campaignConversionsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "conversions", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"].conversions.$get({ param: { id } }))).data,
    refetchInterval: LIVE_MS,
  });
}

export function linkConversionsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "link-conversions", campaignId],
    queryFn: async () =>
      (await readAnswer(api.links[":campaignId"].conversions.$get({ param: { campaignId } }))).data,
    refetchInterval: SLOWLY_MOVING_MS,
  });
}

/** Figures of the user's campaign, or of the user's link for it. */
export type InsightScope = { campaignId: string; of: "campaign" | "link" };

type Breakdown = {
  scope: InsightScope;
  step: SeriesStep;
  dimension: BreakdownResponse["dimension"];
};

/** Origins of clicks in the period of the charts. */
export function breakdownQuery({ scope: { campaignId, of }, step, dimension }: Breakdown) {
  return queryOptions({
    queryKey: ["campaigns", "breakdown", of, campaignId, step, dimension],
    queryFn: async () => {
      const query = { ...seriesWindow(step, new Date()), dimension };
      const answer =
        of === "campaign"
          ? api.campaigns[":id"].stats.breakdown.$get({ param: { id: campaignId }, query })
          : api.links[":campaignId"].stats.breakdown.$get({ param: { campaignId }, query });
      return (await readAnswer(answer)).data;
    },
    refetchInterval: SLOWLY_MOVING_MS,
  });
}
