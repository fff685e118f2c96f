import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  hashKey,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseSuspenseInfiniteQueryOptions,
  type UseSuspenseInfiniteQueryResult,
  type UseSuspenseQueryOptions,
  type UseSuspenseQueryResult,
  useQueryClient,
  // biome-ignore lint/style/noRestrictedImports: it never suspends here
  useSuspenseInfiniteQuery,
  // biome-ignore lint/style/noRestrictedImports: it never suspends here
  useSuspenseQuery,
} from "@tanstack/react-query";
import { use } from "react";

/**
 * Returns a query's data; suspends until they are loaded, and throws if that fails. React Query's own
 * hook suspends by throwing: React then renders two waiting parts of a page in turn, without a pause,
 * until one of them is loaded (https://github.com/react/react/issues/37556). `use` has no such loop.
 */
export function useLoadedQuery<
  Loaded,
  Failed = Error,
  Data = Loaded,
  Key extends QueryKey = QueryKey,
>(
  options: UseSuspenseQueryOptions<Loaded, Failed, Data, Key>,
): UseSuspenseQueryResult<Data, Failed> {
  const queryClient = useQueryClient();
  suspendUntilSettled(queryClient, options.queryKey, () =>
    queryClient.prefetchQuery({
      ...(options as FetchQueryOptions<Loaded, Failed, Loaded, Key>),
      ...keepUntilShown(options.gcTime),
    }),
  );
  return useSuspenseQuery(options);
}

/** Like `useLoadedQuery`, for a list that is loaded page by page. */
export function useLoadedInfiniteQuery<
  Loaded,
  Failed = Error,
  Data = InfiniteData<Loaded>,
  Key extends QueryKey = QueryKey,
  Page = unknown,
>(
  options: UseSuspenseInfiniteQueryOptions<Loaded, Failed, Data, Key, Page>,
): UseSuspenseInfiniteQueryResult<Data, Failed> {
  const queryClient = useQueryClient();
  suspendUntilSettled(queryClient, options.queryKey, () =>
    queryClient.prefetchInfiniteQuery({
      ...(options as FetchInfiniteQueryOptions<Loaded, Failed, Loaded, Key, Page>),
      ...keepUntilShown(options.gcTime),
    }),
  );
  return useSuspenseInfiniteQuery(options);
}

/** As long as React Query's own hooks keep the data of a part that waits. */
const MIN_KEPT_MS = 1_000;

/**
 * Keeps loaded data until their part is rendered: a query with a `gcTime` of 0 would discard them
 * before, and the part would load them again and again.
 */
function keepUntilShown(gcTime: number | undefined): { gcTime?: number } {
  return gcTime === undefined ? {} : { gcTime: Math.max(gcTime, MIN_KEPT_MS) };
}

type Load = { settled: Promise<void>; isOver: boolean };

/** First loads by query: `use` has to receive the same promise at every attempt to render. */
const loads = new WeakMap<object, Load>();

function suspendUntilSettled(
  queryClient: QueryClient,
  key: QueryKey,
  prefetch: () => Promise<void>,
): void {
  const cache = queryClient.getQueryCache();
  const hash = hashKey(key);
  const found = cache.get(hash);
  const known = found && loads.get(found);
  // A promise that is over suspends nothing: React wants `use` in the render after it, too.
  if (known && !(known.isOver && found.state.status === "pending")) {
    use(known.settled);
    return;
  }
  if (found && found.state.status !== "pending") return;
  const settled = prefetch().finally(() => {
    load.isOver = true;
  });
  const load: Load = { settled, isOver: false };
  const query = cache.get(hash);
  if (query) loads.set(query, load);
  use(load.settled);
}
/** Returns a function that loads failed queries again: those that no part shows when a part needs them, the others now. */
export function useClearFailures(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const failed = { predicate: (query: Query) => query.state.status === "error" };
    queryClient.removeQueries({ ...failed, type: "inactive" });
    void queryClient.refetchQueries({ ...failed, type: "active" });
  };
}
