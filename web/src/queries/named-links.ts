import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

export function namedLinksQuery(campaignId: string) {
  return queryOptions({
    queryKey: ["campaigns", "named-links", campaignId],
    queryFn: async () =>
      (await readAnswer(api.links[":campaignId"].names.$get({ param: { campaignId } }))).data,
  });
}
