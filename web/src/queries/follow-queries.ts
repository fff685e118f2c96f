import type { Query, QueryClient } from "@tanstack/react-query";
import { followEvents } from "../api/live-events";

/** Updates the queries that the page shows from the stream of events. Returns a function that stops this. */
export function followQueries(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  const listLiveQueries = () =>
    new Map(
      cache
        .findAll({ type: "active", predicate: ({ meta }) => meta?.live !== undefined })
        .map((query) => [query.meta?.live?.address() ?? "", query]),
    );
  const events = followEvents({
    on: {
      answers: ({ changed, same }) => {
        const queries = listLiveQueries();
        for (const { address, answer } of changed) {
          receive(queryClient, { query: queries.get(address), answer });
        }
        for (const address of same) confirm(queryClient, queries.get(address));
        // Addresses can contain the current day or hour, so they are registered again.
        events.read([...queries.keys()]);
      },
    },
  });
  const update = () => events.read([...listLiveQueries().keys()]);
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
  // A query that is loading will have newer data.
  if (query?.state.fetchStatus !== "idle") return;
  const { queryKey } = query;
  // The answer may be older than the change that the user is making: load the query again.
  if (queryClient.isMutating() > 0) {
    void queryClient.invalidateQueries({ queryKey, exact: true });
    return;
  }
  const data = query.meta?.live?.toData(answer, query.state.data);
  if (data !== undefined) queryClient.setQueryData(queryKey, data);
}

/** Marks a query's data as fresh: the server reported that they have not changed. */
function confirm(queryClient: QueryClient, query: Query | undefined): void {
  if (query?.state.fetchStatus !== "idle") return;
  queryClient.setQueryData(query.queryKey, (known: unknown) => known);
}
