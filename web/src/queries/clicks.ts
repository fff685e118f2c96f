import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { followed } from "./followed";
import { seriesWindow } from "./series-window";

const PAGE = "25";

/** Clicks of the user's link, newest first. */
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
    ...followed(
      api.links[":campaignId"].clicks,
      () => ({ param: { campaignId }, query: { limit: PAGE } }),
      (page, known) => (hasOnePage(known) ? { pages: [page], pageParams: [{}] } : undefined),
    ),
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
    ...followed(
      api.links[":campaignId"].stats.series,
      () => ({ param: { campaignId }, query: seriesWindow(step, new Date()) }),
      ({ data }) => data,
    ),
  });
}

/** `known` is the query's own data. */
function hasOnePage(known: unknown): boolean {
  return (known as { pages: unknown[] } | undefined)?.pages.length === 1;
}
