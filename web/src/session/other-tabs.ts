import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { endSession, returnSearch } from "./session";
import { TOKEN_KEY } from "./token";

type Tab = { queryClient: QueryClient; router: AnyRouter };

/** Leaves this tab's page when another tab signs out, or in to another account: nothing of it stays. */
export function followOtherTabs({ queryClient, router }: Tab): () => void {
  const follow = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== TOKEN_KEY || oldValue === null) return;
    if (newValue !== null) return window.location.reload();
    const { href, pathname } = router.state.location;
    endSession(queryClient);
    if (pathname.startsWith("/app/")) {
      void router.navigate({ to: "/login", search: returnSearch(href) });
    }
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}
