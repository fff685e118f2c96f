import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allPages, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { firstPage, liveOptions, onlyPage } from "./live-options";
import { type Period, seriesWindow } from "./series-window";

const PAGE = "25";
const LONG_PAGE = "100";

type Conditions = NonNullable<
  Parameters<(typeof api.campaigns)[":id"]["clicks"]["$get"]>[0]["query"]
>;

/** Every click of the user's own campaign that matches, newest first. */
export function campaignClicksQuery(id: string, conditions: Conditions) {
  return infiniteQueryOptions({
    queryKey: ["campaigns", "every-click", id, conditions],
    queryFn: ({ pageParam }) =>
      readAnswer(
        api.campaigns[":id"].clicks.$get({
          param: { id },
          query: { limit: PAGE, ...conditions, ...pageParam },
        }),
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
    ...liveOptions(
      api.campaigns[":id"].clicks,
      () => ({ param: { id }, query: { limit: PAGE, ...conditions } }),
      firstPage,
    ),
  });
}

/** The user's latest objections to clicks of a campaign. */
export function objectionsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "objections", id],
    queryFn: async () => {
      const query = { limit: LONG_PAGE };
      return (await readAnswer(api.campaigns[":id"].objections.$get({ param: { id }, query })))
        .data;
    },
  });
}

/** The signed-in user's own requests. */
export const ownJoinRequestsQuery = queryOptions({
  queryKey: ["campaigns", "own-join-requests"],
  queryFn: async () => (await readAnswer(api.campaigns["join-requests"].$get())).data,
});

/** The open requests to join a campaign, oldest first. */
export function joinRequestsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "join-requests", id],
    queryFn: () =>
      allPages((cursor) =>
        readAnswer(
          api.campaigns[":id"]["join-requests"].$get({
            param: { id },
            query: { limit: "100", ...cursor },
          }),
        ),
      ),
    ...liveOptions(
      api.campaigns[":id"]["join-requests"],
      () => ({ param: { id }, query: { limit: "100" } }),
      onlyPage,
    ),
  });
}

export function campaignConversionsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "conversions", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns[":id"].conversions.$get({ param: { id } }))).data,
    ...liveOptions(
      api.campaigns[":id"].conversions,
      () => ({ param: { id } }),
      ({ data }) => data,
    ),
  });
}

export function linkConversionsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "link-conversions", campaignId],
    queryFn: async () =>
      (await readAnswer(api.links[":campaignId"].conversions.$get({ param: { campaignId } }))).data,
    ...liveOptions(
      api.links[":campaignId"].conversions,
      () => ({ param: { campaignId } }),
      ({ data }) => data,
    ),
  });
}

/** Figures of the user's campaign, or of the user's link for it. */
export type InsightScope = { campaignId: string; of: "campaign" | "link" };

type Breakdown = {
  scope: InsightScope;
  period: Period;
  dimension: BreakdownResponse["dimension"];
};

/** Origins of clicks in the period of the charts. */
export function breakdownQuery({ scope: { campaignId, of }, period, dimension }: Breakdown) {
  const query = () => ({ ...seriesWindow(period, new Date()), dimension });
  const ofCampaign = () => ({ param: { id: campaignId }, query: query() });
  const ofLink = () => ({ param: { campaignId }, query: query() });
  return queryOptions({
    queryKey: ["campaigns", "breakdown", of, campaignId, period, dimension],
    queryFn: async () => {
      const answer =
        of === "campaign"
          ? api.campaigns[":id"].stats.breakdown.$get(ofCampaign())
          : api.links[":campaignId"].stats.breakdown.$get(ofLink());
      return (await readAnswer(answer)).data;
    },
    ...(of === "campaign"
      ? liveOptions(api.campaigns[":id"].stats.breakdown, ofCampaign, ({ data }) => data)
      : liveOptions(api.links[":campaignId"].stats.breakdown, ofLink, ({ data }) => data)),
  });
}
