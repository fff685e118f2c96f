import { infiniteQueryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { firstPage, liveOptions } from "./live-options";

const PAGE = "25";

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

/** The user's cases, newest first. */
export const casesQuery = infiniteQueryOptions({
  queryKey: ["cases"],
  queryFn: ({ pageParam }) => readAnswer(api.cases.$get({ query: { limit: PAGE, ...pageParam } })),
  initialPageParam: {} as { cursor?: string },
  getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
});
