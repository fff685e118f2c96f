import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { firstPage, liveOptions } from "./live-options";
import { type Period, seriesWindow, windowBefore } from "./series-window";

const PAGE = "25";
const GROUPS = "5";
/** How long figures of a past period stay fresh (ms). */
const PAST_MS = 300_000;

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
    ...liveOptions(
      api.links[":campaignId"].clicks,
      () => ({ param: { campaignId }, query: { limit: PAGE } }),
      firstPage,
    ),
  });
}

/** The refused and held clicks of the user's link: the newest of each day and reason. */
export function ownRefusalsQuery(campaignId: string) {
  const query = { limit: GROUPS, each: "group" } as const;
  return infiniteQueryOptions({
    queryKey: ["campaigns", "refusals", campaignId],
    queryFn: ({ pageParam }) =>
      readAnswer(
        api.links[":campaignId"].clicks.$get({
          param: { campaignId },
          query: { ...query, ...pageParam },
        }),
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
    ...liveOptions(
      api.links[":campaignId"].clicks,
      () => ({ param: { campaignId }, query }),
      firstPage,
    ),
  });
}

export function linkSeriesQuery(campaignId: string, period: Period) {
  return queryOptions({
    queryKey: ["campaigns", "link-series", campaignId, period],
    queryFn: async () => {
      const query = seriesWindow(period, new Date());
      const param = { campaignId };
      return (await readAnswer(api.links[":campaignId"].stats.series.$get({ param, query }))).data;
    },
    ...liveOptions(
      api.links[":campaignId"].stats.series,
      () => ({ param: { campaignId }, query: seriesWindow(period, new Date()) }),
      ({ data }) => data,
    ),
  });
}

/** The series of the period before; null if there is none to compare with. */
export function linkSeriesBeforeQuery(campaignId: string, period: Period) {
  return queryOptions({
    queryKey: ["campaigns", "link-series-before", campaignId, period],
    queryFn: async () => {
      const query = windowBefore(period, new Date());
      if (!query) return null;
      const param = { campaignId };
      return (await readAnswer(api.links[":campaignId"].stats.series.$get({ param, query }))).data;
    },
    staleTime: PAST_MS,
  });
}
