import { queryOptions } from "@tanstack/react-query";
import { allPages, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { liveOptions, onlyPage } from "./live-options";

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
