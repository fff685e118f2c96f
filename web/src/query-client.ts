import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api/answer";
import type { LiveAnswer } from "./queries/live-options";
import { isUnauthenticated } from "./session/session";
import { notify } from "./ui/notify";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Error toast when the first load fails. Queries with the same text share one toast. */
      failure?: string;
      live?: LiveAnswer;
    };
    mutationMeta: {
      /** A 401 then concerns the form, not the session. */
      signsIn?: boolean;
    };
  }
}

const RETRIES = 2;

/** `onSignedOut` runs when the server rejects the session of a request. */
export function createQueryClient(onSignedOut: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] === "session") return;
        if (isUnauthenticated(error)) return onSignedOut(error);
        const { failure } = query.meta ?? {};
        if (failure && query.state.data === undefined) notify.error(failure, { id: failure });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (isUnauthenticated(error) && !mutation.meta?.signsIn) onSignedOut(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      },
    },
  });
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}
