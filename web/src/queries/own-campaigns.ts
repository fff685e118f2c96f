import { queryOptions } from "@tanstack/react-query";
import { allPages, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { liveOptions, onlyPage } from "./live-options";
import { type Period, seriesWindow, viewersTimeZone, windowBefore } from "./series-window";

const LONG_PAGE = "100";
/** How long figures of a past period stay fresh (ms). */
const PAST_MS = 300_000;

export const ownCampaignsQuery = queryOptions({
  queryKey: ["campaigns", "own"],
  queryFn: () =>
    allPages((cursor) =>
      readAnswer(api.campaigns["my-campaigns"].$get({ query: { limit: LONG_PAGE, ...cursor } })),
    ),
  ...liveOptions(api.campaigns["my-campaigns"], () => ({ query: { limit: LONG_PAGE } }), onlyPage),
});

/** Valid clicks of the last two weeks per day and campaign. */
export const ownDaysQuery = queryOptions({
  queryKey: ["campaigns", "own-days"],
  queryFn: async () => {
    const query = { timeZone: viewersTimeZone() };
    return (await readAnswer(api.campaigns["my-campaigns"].days.$get({ query }))).data;
  },
  staleTime: PAST_MS,
});

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "one", id],
    queryFn: async () => (await readAnswer(api.campaigns[":id"].$get({ param: { id } }))).data,
    ...liveOptions(
      api.campaigns[":id"],
      () => ({ param: { id } }),
      ({ data }) => data,
    ),
  });
}

export function campaignStatsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "stats", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"].stats.$get({ param: { id } }))).data,
    ...liveOptions(
      api.campaigns[":id"].stats,
      () => ({ param: { id } }),
      ({ data }) => data,
    ),
  });
}

export function campaignSeriesQuery(id: string, period: Period) {
  return queryOptions({
    queryKey: ["campaigns", "series", id, period],
    queryFn: async () => {
      const query = seriesWindow(period, new Date());
      return (await readAnswer(api.campaigns[":id"].stats.series.$get({ param: { id }, query })))
        .data;
    },
    ...liveOptions(
      api.campaigns[":id"].stats.series,
      () => ({ param: { id }, query: seriesWindow(period, new Date()) }),
      ({ data }) => data,
    ),
  });
}

/** The series of the period before; null if there is none to compare with. */
export function campaignSeriesBeforeQuery(id: string, period: Period) {
  return queryOptions({
    queryKey: ["campaigns", "series-before", id, period],
    queryFn: async () => {
      const query = windowBefore(period, new Date());
      if (!query) return null;
      return (await readAnswer(api.campaigns[":id"].stats.series.$get({ param: { id }, query })))
        .data;
    },
    staleTime: PAST_MS,
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
    ...liveOptions(
      api.campaigns[":id"].links,
      () => ({ param: { id }, query: { limit: LONG_PAGE } }),
      onlyPage,
    ),
  });
}

export function linkStatsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "link-stats", campaignId],
    queryFn: async () =>
      (await readAnswer(api.links[":campaignId"].stats.$get({ param: { campaignId } }))).data,
    ...liveOptions(
      api.links[":campaignId"].stats,
      () => ({ param: { campaignId } }),
      ({ data }) => data,
    ),
  });
}
