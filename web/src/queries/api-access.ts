import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { firstPage, liveOptions } from "./live-options";

const PAGE = "20";

export const keysQuery = queryOptions({
  queryKey: ["api", "keys"],
  queryFn: async () => (await readAnswer(api.keys.$get())).data,
});

/** The user's webhooks, and the events that exist. */
export const webhooksQuery = queryOptions({
  queryKey: ["api", "webhooks"],
  queryFn: () => readAnswer(api.webhooks.$get()),
});

/** What was sent to a webhook, newest first. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["api", "deliveries", id],
    queryFn: ({ pageParam }) =>
      readAnswer(
        api.webhooks[":id"].deliveries.$get({
          param: { id },
          query: { limit: PAGE, ...pageParam },
        }),
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
    ...liveOptions(
      api.webhooks[":id"].deliveries,
      () => ({ param: { id }, query: { limit: PAGE } }),
      firstPage,
    ),
  });
}
