import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api/answer";
import { isUnauthenticated } from "./session/session";
import { notify } from "./ui/notify";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Said once when the first load fails; queries with the same text say it together. */
      failure?: string;
    };
    mutationMeta: {
      /** A refusal then speaks of what was filled in, not of the session. */
      signsIn?: boolean;
    };
  }
}

const RETRIES = 2;

/** `onSignedOut` runs when the server no longer knows the session in the middle of something. */
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
