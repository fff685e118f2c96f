import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allPages } from "../api/all-pages";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import type { MarketView } from "./market-view";
import { seriesWindow } from "./series-window";

/** Clicks and money change while people look at them, so they are reloaded after this time (ms). */
const MOVING_MS = 10_000;
const SLOWLY_MOVING_MS = 30_000;
const PAGE = "24";
const LONG_PAGE = "100";
export const HUB_FAILURE = "Failed to load Creator Hub data.";

/** Campaigns that the signed-in user can join, newest first unless the view sorts them. */
export function joinableQuery(view: MarketView) {
  return infiniteQueryOptions({
    queryKey: ["campaigns", "joinable", view],
    queryFn: ({ pageParam }) =>
      readAnswer(api.campaigns.$get({ query: { limit: PAGE, ...view, ...pageParam } })),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
    meta: { failure: HUB_FAILURE },
  });
}

/** Every live campaign, for anybody. */
export function publicCampaignsQuery(view: MarketView) {
  return infiniteQueryOptions({
    queryKey: ["campaigns", "all", view],
    queryFn: ({ pageParam }) =>
      readAnswer(
        api.campaigns.$get({ query: { scope: "all", limit: PAGE, ...view, ...pageParam } }),
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
  });
}

export const joinedQuery = queryOptions({
  queryKey: ["campaigns", "joined"],
  queryFn: () =>
    allPages((cursor) =>
      readAnswer(api.campaigns.joined.$get({ query: { limit: LONG_PAGE, ...cursor } })),
    ),
  refetchInterval: MOVING_MS,
  meta: { failure: HUB_FAILURE },
});

export const ownCampaignsQuery = queryOptions({
  queryKey: ["campaigns", "own"],
  queryFn: () =>
    allPages((cursor) =>
      readAnswer(api.campaigns["my-campaigns"].$get({ query: { limit: LONG_PAGE, ...cursor } })),
    ),
  refetchInterval: MOVING_MS,
});

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "one", id],
    queryFn: async () => (await readAnswer(api.campaigns[":id"].$get({ param: { id } }))).data,
    refetchInterval: MOVING_MS,
  });
}

/** The share of the signed-in user's recent clicks that a campaign would have paid for. */
export function audienceShareQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "audience-share", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"]["audience-share"].$get({ param: { id } }))).data,
    staleTime: SLOWLY_MOVING_MS,
  });
}

export function campaignStatsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "stats", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"].stats.$get({ param: { id } }))).data,
    refetchInterval: MOVING_MS,
  });
}

export function campaignSeriesQuery(id: string, step: SeriesStep) {
  return queryOptions({
    queryKey: ["campaigns", "series", id, step],
    queryFn: async () => {
      const query = seriesWindow(step, new Date());
      return (await readAnswer(api.campaigns[":id"].stats.series.$get({ param: { id }, query })))
        .data;
    },
    refetchInterval: MOVING_MS,
  });
}

export function campaignLinksQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "links", id],
    queryFn: () =>
      allPages((cursor) =>
        readAnswer(
          api.campaigns[":id"].links.$get({
            param: { id },
            query: { limit: LONG_PAGE, ...cursor },
          }),
        ),
      ),
    refetchInterval: MOVING_MS,
  });
}

export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: async () => (await readAnswer(api.users.dashboard.$get())).stats,
  refetchInterval: MOVING_MS,
  meta: { failure: HUB_FAILURE },
});

export function linkStatsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "link-stats", campaignId],
    queryFn: async () =>
      (await readAnswer(api.links[":campaignId"].stats.$get({ param: { campaignId } }))).data,
    refetchInterval: MOVING_MS,
  });
}
