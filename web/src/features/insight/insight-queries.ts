import { queryOptions } from "@tanstack/react-query";
import { answerOf } from "../../api/answer";
import { api } from "../../api/client";

/** Short: a developer who tries the set-up looks at the line that says what came in. */
const LIVE_MS = 5_000;
const SLOWLY_MOVING_MS = 30_000;

export function campaignConversionsQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "conversions", id],
    queryFn: async () =>
      (await answerOf(api.campaigns[":id"].conversions.$get({ param: { id } }))).data,
    refetchInterval: LIVE_MS,
  });
}

export function linkConversionsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "link-conversions", campaignId],
    queryFn: async () =>
      (await answerOf(api.links[":campaignId"].conversions.$get({ param: { campaignId } }))).data,
    refetchInterval: SLOWLY_MOVING_MS,
  });
}
