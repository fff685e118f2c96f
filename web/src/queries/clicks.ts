import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { api } from "../api/client";
import { readPages, readQuery } from "./read";
import { type Period, seriesWindow } from "./series-window";

const PAGE = "25";
const GROUPS = "5";

export const campaignStatsQuery = (id: string) =>
  readQuery(["campaigns", "stats", id], api.campaigns[":id"].stats, {
    args: { param: { id } },
    isLive: true,
  });

export const linkStatsQuery = (campaignId: string) =>
  readQuery(["campaigns", "link-stats", campaignId], api.links[":campaignId"].stats, {
    args: { param: { campaignId } },
    isLive: true,
  });

export const campaignSeriesQuery = (id: string, period: Period) =>
  readQuery(["campaigns", "series", id, period], api.campaigns[":id"].stats.series, {
    args: () => ({ param: { id }, query: seriesWindow(period, new Date()) }),
    isLive: true,
  });

export const linkSeriesQuery = (campaignId: string, period: Period) =>
  readQuery(
    ["campaigns", "link-series", campaignId, period],
    api.links[":campaignId"].stats.series,
    {
      args: () => ({ param: { campaignId }, query: seriesWindow(period, new Date()) }),
      isLive: true,
    },
  );

/** Figures of the user's campaign, or of the user's link for it. */
export type InsightScope = { campaignId: string; of: "campaign" | "link" };

type Breakdown = {
  scope: InsightScope;
  period: Period;
  dimension: BreakdownResponse["dimension"];
};

/** Origins of clicks in the period of the charts. */
export function breakdownQuery({ scope: { campaignId, of }, period, dimension }: Breakdown) {
  const key = ["campaigns", "breakdown", of, campaignId, period, dimension];
  const query = () => ({ ...seriesWindow(period, new Date()), dimension });
  return of === "campaign"
    ? readQuery(key, api.campaigns[":id"].stats.breakdown, {
        args: () => ({ param: { id: campaignId }, query: query() }),
        isLive: true,
      })
    : readQuery(key, api.links[":campaignId"].stats.breakdown, {
        args: () => ({ param: { campaignId }, query: query() }),
        isLive: true,
      });
}

export const campaignConversionsQuery = (id: string) =>
  readQuery(["campaigns", "conversions", id], api.campaigns[":id"].conversions, {
    args: { param: { id } },
    isLive: true,
  });

export const linkConversionsQuery = (campaignId: string) =>
  readQuery(["campaigns", "link-conversions", campaignId], api.links[":campaignId"].conversions, {
    args: { param: { campaignId } },
    isLive: true,
  });

/** Clicks of the user's link, newest first. */
export const ownClicksQuery = (campaignId: string) =>
  readPages(["campaigns", "clicks", campaignId], api.links[":campaignId"].clicks, {
    args: (query) => ({ param: { campaignId }, query }),
    limit: PAGE,
    isLive: true,
  });

/** The refused and held clicks of the user's link: the newest of each day and reason. */
export const ownRefusalsQuery = (campaignId: string) =>
  readPages(["campaigns", "refusals", campaignId], api.links[":campaignId"].clicks, {
    args: (page) => ({ param: { campaignId }, query: { ...page, each: "group" as const } }),
    limit: GROUPS,
    isLive: true,
  });

type Conditions = NonNullable<
  Parameters<(typeof api.campaigns)[":id"]["clicks"]["$get"]>[0]["query"]
>;

/** Every click of the user's own campaign that matches, newest first. */
export const campaignClicksQuery = (id: string, conditions: Conditions) =>
  readPages(["campaigns", "every-click", id, conditions], api.campaigns[":id"].clicks, {
    args: (page) => ({ param: { id }, query: { ...page, ...conditions } }),
    limit: PAGE,
    isLive: true,
  });

/** The user's cases, newest first. */
export const casesQuery = readPages(["cases"], api.cases, {
  args: (query) => ({ query }),
  limit: PAGE,
});
