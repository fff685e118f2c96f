import { type MarketOrder, marketOrders } from "@fairclick/core/campaigns/estimates";
import type { GameFacts } from "@fairclick/core/campaigns/game-url";
import { genres } from "@fairclick/core/campaigns/genres";
import { t } from "@fairclick/core/language/t";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { readAll, readPages, readQuery } from "./read";
import { viewersTimeZone } from "./series-window";

export const HUB_FAILURE = t`Failed to load Creator Hub data.`;

/** Campaigns that the signed-in user can join, newest first unless the view sorts them. */
export const joinableQuery = (view: MarketView) =>
  readPages(["campaigns", "joinable", view], api.campaigns, {
    args: (page) => ({ query: { ...page, ...view } }),
    limit: "12",
    failure: HUB_FAILURE,
  });

export const joinedQuery = readAll(["campaigns", "joined"], api.campaigns.joined, {
  args: (query) => ({ query }),
  failure: HUB_FAILURE,
});

export const dashboardQuery = readQuery(["dashboard"], api.users.dashboard, {
  data: ({ stats }) => stats,
  isLive: true,
  failure: HUB_FAILURE,
});

export const ownCampaignsQuery = readAll(["campaigns", "own"], api.campaigns["my-campaigns"], {
  args: (query) => ({ query }),
});

/** Valid clicks of the last two weeks per day and campaign. */
export const ownDaysQuery = readQuery(
  ["campaigns", "own-days"],
  api.campaigns["my-campaigns"].days,
  { args: () => ({ query: { timeZone: viewersTimeZone() } }), staleTime: 300_000 },
);

export const campaignQuery = (id: string) =>
  readQuery(["campaigns", "one", id], api.campaigns[":id"], {
    args: { param: { id } },
    isLive: true,
  });

export const campaignLinksQuery = (id: string) =>
  readAll(["campaigns", "links", id], api.campaigns[":id"].links, {
    args: (query) => ({ param: { id }, query }),
  });

export const ownJoinRequestsQuery = readQuery(
  ["campaigns", "own-join-requests"],
  api.campaigns["join-requests"],
);

/** The open requests to join a campaign, oldest first. */
export const joinRequestsQuery = (id: string) =>
  readAll(["campaigns", "join-requests", id], api.campaigns[":id"]["join-requests"], {
    args: (query) => ({ param: { id }, query }),
  });

/** What the page of a game says of itself. */
export async function readGame(gameUrl: string): Promise<GameFacts> {
  return (await readAnswer(api.campaigns.game.$post({ json: { gameUrl, reads: true } }))).data;
}

/** Why a campaign for a game waits for review once it is paid; null if it does not. */
export const reviewQuery = (gameUrl: string, payoutPerClick: number) =>
  queryOptions({
    queryKey: ["game", gameUrl, payoutPerClick],
    queryFn: async () =>
      (await readAnswer(api.campaigns.game.$post({ json: { gameUrl, payoutPerClick } }))).data
        .review,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });

/** Filters and order of a list of campaigns, as in its address. */
export type MarketView = {
  search?: string;
  sort?: Exclude<MarketOrder, "newest">;
  genre?: (typeof genres)[number];
  /** Only campaigns that the user can join or request to join. */
  fit?: "only";
};

/** Parses search parameters; leaves out invalid values. */
export function readMarketView(search: Record<string, unknown>): MarketView {
  const sort = find(marketOrders, search.sort);
  const genre = find(genres, search.genre);
  return {
    ...(search.search === undefined ? {} : { search: String(search.search) }),
    ...(sort && sort !== "newest" ? { sort } : {}),
    ...(genre ? { genre } : {}),
    ...(search.fit === "only" ? { fit: "only" as const } : {}),
  };
}

function find<Choice>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}
