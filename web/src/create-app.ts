import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { ApiError } from "./api/answer";
import type { LiveAnswer } from "./queries/read";
import { appPages } from "./routes/app-pages";
import { publicPages } from "./routes/public-pages";
import { root } from "./routes/root";
import {
  endSession,
  isUnauthenticated,
  loadSession,
  notifyUnauthenticated,
  returnSearch,
} from "./session/session";
import { readToken } from "./session/token";
import { PageFailure } from "./shell/page-failure";
import { PageSpinner } from "./ui/layout";
import { notify } from "./ui/notify";
import { reportUnexpected } from "./ui/report-unexpected";

export function createApp(history?: RouterHistory) {
  const queryClient = createQueryClient(leave);
  const router = createAppRouter(queryClient, history);

  const leadToLogin = () =>
    router.navigate({ to: "/login", search: returnSearch(router.state.location.href) });

  function leave(error: unknown): void {
    if (readToken() === null) return;
    endSession(queryClient);
    notifyUnauthenticated(error);
    void leadToLogin();
  }

  /**
   * Checks a stored token on every page; one that no longer holds leads to the login. The return page
   * of a Google sign-in checks it itself.
   */
  async function checkStoredToken(): Promise<void> {
    if (readToken() === null || router.history.location.pathname === "/login/token") return;
    const user = await loadSession(queryClient).catch(() => undefined);
    if (user === null) await leadToLogin();
  }

  /** Loads again what is shown, and a page that failed. What is typed stays. */
  function refresh(): void {
    void queryClient.invalidateQueries();
    if (router.state.matches.some(({ status }) => status === "error")) void router.invalidate();
  }

  router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.getElementById("main")?.focus();
  });

  return { queryClient, router, checkStoredToken, refresh };
}

export type App = ReturnType<typeof createApp>;

function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren([appPages, ...publicPages]),
    context: { queryClient },
    ...(history ? { history } : {}),
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    // A slow phone needs longer than 150 ms to draw what has come, and would draw a spinner first.
    defaultPendingMs: 400,
    // A spinner that has just appeared holds no page back.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: PageFailure,
    defaultOnCatch: reportUnexpected,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

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
function createQueryClient(onSignedOut: (error: unknown) => void): QueryClient {
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
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
}
