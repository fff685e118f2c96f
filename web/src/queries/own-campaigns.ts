import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { queryOptions } from "@tanstack/react-query";
import { allPages } from "../api/all-pages";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { followed, onlyPage } from "./followed";
import { seriesWindow } from "./series-window";

const LONG_PAGE = "100";

export const ownCampaignsQuery = queryOptions({
  queryKey: ["campaigns", "own"],
  queryFn: () =>
    allPages((cursor) =>
      readAnswer(api.campaigns["my-campaigns"].$get({ query: { limit: LONG_PAGE, ...cursor } })),
    ),
  ...followed(api.campaigns["my-campaigns"], () => ({ query: { limit: LONG_PAGE } }), onlyPage),
});

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "one", id],
    queryFn: async () => (await readAnswer(api.campaigns[":id"].$get({ param: { id } }))).data,
    ...followed(
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
    ...followed(
      api.campaigns[":id"].stats,
      () => ({ param: { id } }),
      ({ data }) => data,
    ),
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
    ...followed(
      api.campaigns[":id"].stats.series,
      () => ({ param: { id }, query: seriesWindow(step, new Date()) }),
      ({ data }) => data,
    ),
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
    ...followed(
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
    ...followed(
      api.links[":campaignId"].stats,
      () => ({ param: { campaignId } }),
      ({ data }) => data,
    ),
  });
}
