import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { joinedQuery, linkStatsQuery } from "./campaigns";
import { linkConversionsQuery } from "./conversions";
import { seriesWindow } from "./series-window";

const SLOWLY_MOVING_MS = 30_000;
const PAGE = "25";

/** Clicks of the user's link, newest first. Not polled: live clicks arrive by stream. */
export function ownClicksQuery(campaignId: string) {
  return infiniteQueryOptions({
    queryKey: ["campaigns", "clicks", campaignId],
    queryFn: ({ pageParam }) =>
      readAnswer(
        api.links[":campaignId"].clicks.$get({
          param: { campaignId },
          query: { limit: PAGE, ...pageParam },
        }),
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
  });
}

export function linkSeriesQuery(campaignId: string, step: SeriesStep) {
  return queryOptions({
    queryKey: ["campaigns", "link-series", campaignId, step],
    queryFn: async () => {
      const query = seriesWindow(step, new Date());
      const param = { campaignId };
      return (await readAnswer(api.links[":campaignId"].stats.series.$get({ param, query }))).data;
    },
    refetchInterval: SLOWLY_MOVING_MS,
  });
}

/** Keys of everything that the clicks of the user's link change. */
export function linkFigures(campaignId: string): QueryKey[] {
  return [
    ownClicksQuery(campaignId).queryKey,
    linkStatsQuery(campaignId).queryKey,
    ["campaigns", "link-series", campaignId],
    ["campaigns", "breakdown", "link", campaignId],
    linkConversionsQuery(campaignId).queryKey,
    joinedQuery.queryKey,
  ];
}
