import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { loadSession, returnSearch } from "../../session/session";
import { PageSpinner } from "../../ui/layout";

export const Route = createFileRoute("/app/_signed-in")({
  beforeLoad: async ({ context, location }) => {
    const user = await loadSession(context.queryClient);
    if (!user) throw redirect({ to: "/login", search: returnSearch(location.href) });
    return { user };
  },
  pendingComponent: PageSpinner,
  component: Outlet,
});
