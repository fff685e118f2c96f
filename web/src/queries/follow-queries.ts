import type { Query, QueryClient } from "@tanstack/react-query";
import { followEvents } from "../api/live-events";

/** Keeps the queries that the page shows up to date by stream. Returns a function that stops it. */
export function followQueries(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const listFollowed = () =>
    new Map(
      cache
        .findAll({ type: "active", predicate: ({ meta }) => meta?.live !== undefined })
        .map((query) => [query.meta?.live?.address() ?? "", query]),
    );
  const events = followEvents({
    on: {
      answers: ({ changed, same }) => {
        const queries = listFollowed();
        for (const { address, answer } of changed) {
          receive(queryClient, { query: queries.get(address), answer });
        }
        for (const address of same) confirm(queryClient, queries.get(address));
        // Addresses change with the day and the hour.
        events.read([...queries.keys()]);
      },
    },
  });
  const update = () => events.read([...listFollowed().keys()]);
  update();
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === "observerAdded" || type === "observerRemoved") update();
  });
  return () => {
    unsubscribe();
    events.stop();
  };
}

type News = { query: Query | undefined; answer: unknown };

function receive(queryClient: QueryClient, { query, answer }: News): void {
  // A query that loads receives something newer.
  if (query?.state.fetchStatus !== "idle") return;
  const { queryKey } = query;
  // The answer may be older than the change that is being made.
  if (queryClient.isMutating() > 0) {
    void queryClient.invalidateQueries({ queryKey, exact: true });
    return;
  }
  const data = query.meta?.live?.toData(answer, query.state.data);
  if (data !== undefined) queryClient.setQueryData(queryKey, data);
}

/** Data that the server confirmed are as fresh as data that it sent. */
function confirm(queryClient: QueryClient, query: Query | undefined): void {
  if (query?.state.fetchStatus !== "idle") return;
  queryClient.setQueryData(query.queryKey, (known: unknown) => known);
}
