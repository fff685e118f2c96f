import { createFileRoute, redirect } from "@tanstack/react-router";
import { pageInApp } from "../features/session/page-in-app";
import { PageSpinner } from "../ui/spinner";

/** Where a sign-in with Google lands: the token stands in the fragment, which no server and no log sees. */
export const Route = createFileRoute("/login_/token")({
  beforeLoad: async ({ context, location }) => {
    const { signInWithToken } = await import("../features/session/sign-in");
    const landed = new URLSearchParams(location.hash);
    const token = landed.get("token");
    const signedIn = token !== null && (await signInWithToken(context.queryClient, token));
    const next = pageInApp(landed.get("return") ?? undefined);
    throw redirect({ href: signedIn ? next : "/login", replace: true });
  },
  pendingComponent: PageSpinner,
});
