import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The developer's drafts, last changed first. */
export const draftsQuery = queryOptions({
  queryKey: ["drafts", "list"],
  queryFn: async () => (await readAnswer(api.campaigns.drafts.$get())).data,
});

/** A draft is never taken from the cache: another device may have changed it. */
export function draftQuery(id: string) {
  return queryOptions({
    queryKey: ["drafts", "one", id],
    queryFn: async () =>
      (await readAnswer(api.campaigns.drafts[":id"].$get({ param: { id } }))).data,
    gcTime: 0,
    staleTime: 0,
  });
}
