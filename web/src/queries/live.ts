import type { Query, QueryClient } from "@tanstack/react-query";
import { followEvents } from "../api/live-events";

/** Updates the queries that the page shows from the stream of events. Returns a function that stops this. */
export function followQueries(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  /** Queries with a new answer that is only a part of their data. Their poll loads the rest. */
  const outdated = new WeakSet<Query>();
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
          const query = queries.get(address);
          if (query && !receive(queryClient, { query, answer })) outdated.add(query);
        }
        for (const address of same) {
          const query = queries.get(address);
          if (query && !outdated.has(query)) confirm(queryClient, query);
        }
        // Addresses can contain the current day or hour, so they are registered again.
        events.read([...queries.keys()]);
      },
    },
  });
  const update = () => events.read([...listLiveQueries().keys()]);
  update();
  const unsubscribe = cache.subscribe((event) => {
    const { type, query } = event;
    if (type === "observerAdded" || type === "observerRemoved") update();
    if (type === "updated" && event.action.type === "success") outdated.delete(query);
  });
  return () => {
    unsubscribe();
    events.stop();
  };
}

type News = { query: Query; answer: unknown };

/** Returns false if the query has to be loaded to know what has changed. */
function receive(queryClient: QueryClient, { query, answer }: News): boolean {
  // A query that is loading will have newer data.
  if (query.state.fetchStatus !== "idle") return true;
  const { queryKey } = query;
  // The answer may be older than the change that the user is making: load the query again.
  if (queryClient.isMutating() > 0) {
    void queryClient.invalidateQueries({ queryKey, exact: true });
    return true;
  }
  const data = query.meta?.live?.toData(answer, query.state.data);
  if (data !== undefined) queryClient.setQueryData(queryKey, data);
  return data !== undefined;
}

/** Marks a query's data as fresh: the server reported that they have not changed. */
function confirm(queryClient: QueryClient, query: Query): void {
  if (query.state.fetchStatus !== "idle") return;
  queryClient.setQueryData(query.queryKey, (known: unknown) => known);
}
