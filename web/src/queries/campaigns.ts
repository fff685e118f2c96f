import { t } from "@fairclick/core/language/t";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allPages } from "../api/all-pages";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { liveOptions, onlyPage } from "./live-options";
import type { MarketView } from "./market-view";

const SLOWLY_MOVING_MS = 30_000;
const PAGE = "24";
const LONG_PAGE = "100";
export const HUB_FAILURE = t`Failed to load Creator Hub data.`;

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

const joinedUpdates = liveOptions(
  api.campaigns.joined,
  () => ({ query: { limit: LONG_PAGE } }),
  onlyPage,
);

export const joinedQuery = queryOptions({
  queryKey: ["campaigns", "joined"],
  queryFn: () =>
    allPages((cursor) =>
      readAnswer(api.campaigns.joined.$get({ query: { limit: LONG_PAGE, ...cursor } })),
    ),
  refetchInterval: joinedUpdates.refetchInterval,
  meta: { ...joinedUpdates.meta, failure: HUB_FAILURE },
});

/** The share of the signed-in user's recent clicks that a campaign would have paid for. */
export function audienceShareQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "audience-share", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"]["audience-share"].$get({ param: { id } }))).data,
    staleTime: SLOWLY_MOVING_MS,
  });
}

const dashboardUpdates = liveOptions(
  api.users.dashboard,
  () => ({}),
  ({ stats }) => stats,
);

export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: async () => (await readAnswer(api.users.dashboard.$get())).stats,
  refetchInterval: dashboardUpdates.refetchInterval,
  meta: { ...dashboardUpdates.meta, failure: HUB_FAILURE },
});
