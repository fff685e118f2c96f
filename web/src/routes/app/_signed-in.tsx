import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { loadSession } from "../../features/session/session";
import { PageSpinner } from "../../ui/spinner";

export const Route = createFileRoute("/app/_signed-in")({
  beforeLoad: async ({ context }) => {
    const user = await loadSession(context.queryClient);
    if (!user) throw redirect({ to: "/login" });
    return { user };
  },
  pendingComponent: PageSpinner,
  component: Outlet,
});
