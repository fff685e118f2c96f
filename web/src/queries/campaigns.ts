import { type AudienceDevice, audienceDevices } from "@fairclick/core/campaigns/audience";
import { type MarketOrder, marketOrders } from "@fairclick/core/campaigns/estimates";
import { genres } from "@fairclick/core/campaigns/genres";
import { type JoinRule, joinRules } from "@fairclick/core/campaigns/join-rule";
import { t } from "@fairclick/core/language/t";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allPages, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { liveOptions, onlyPage } from "./live-options";

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

/** Filters and order of a list of campaigns, as in its address. */
export type MarketView = {
  search?: string;
  sort?: Exclude<MarketOrder, "newest">;
  genre?: (typeof genres)[number];
  country?: string;
  device?: AudienceDevice;
  whoMayJoin?: JoinRule;
  /** Only campaigns that the user can join or request to join. */
  fit?: "only";
};

/** Parses search parameters; leaves out invalid values. */
export function readMarketView(search: Record<string, unknown>): MarketView {
  const sort = find(marketOrders, search.sort);
  const genre = find(genres, search.genre);
  const device = find(audienceDevices, search.device);
  const whoMayJoin = find(joinRules, search.whoMayJoin);
  const { country } = search;
  return {
    ...(search.search === undefined ? {} : { search: String(search.search) }),
    ...(sort && sort !== "newest" ? { sort } : {}),
    ...(genre ? { genre } : {}),
    ...(typeof country === "string" && /^[A-Z]{2}$/.test(country) ? { country } : {}),
    ...(device ? { device } : {}),
    ...(whoMayJoin ? { whoMayJoin } : {}),
    ...(search.fit === "only" ? { fit: "only" as const } : {}),
  };
}

function find<Choice>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}
