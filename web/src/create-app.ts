import type { RouterHistory } from "@tanstack/react-router";
import { createQueryClient } from "./query-client";
import { createAppRouter } from "./router";
import { returnSearch } from "./session/page-in-app";
import { endSession, loadSession, notifyUnauthenticated } from "./session/session";
import { readToken } from "./session/token";

/** Creates the query client and the router, which share the session. */
export function createApp(history?: RouterHistory) {
  const queryClient = createQueryClient(leave);
  const router = createAppRouter(queryClient, history);

  function leave(error: unknown): void {
    if (readToken() === null) return;
    endSession(queryClient);
    notifyUnauthenticated(error);
    void router.navigate({ to: "/login", search: returnSearch(router.state.location.href) });
  }

  /**
   * Checks a stored token on every page; one that no longer holds leads to the login. The return page
   * of a Google sign-in checks it itself.
   */
  async function checkStoredToken(): Promise<void> {
    if (readToken() === null || router.history.location.pathname === "/login/token") return;
    const user = await loadSession(queryClient).catch(() => undefined);
    if (user === null) {
      await router.navigate({ to: "/login", search: returnSearch(router.state.location.href) });
    }
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
