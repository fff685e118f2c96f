import { createFileRoute, redirect } from "@tanstack/react-router";
import { signInWithToken } from "../features/session/sign-in";
import { PageSpinner } from "../ui/spinner";

/** Where a sign-in with Google lands: the token stands in the fragment, which no server and no log sees. */
export const Route = createFileRoute("/login_/token")({
  beforeLoad: async ({ context, location }) => {
    const token = new URLSearchParams(location.hash).get("token");
    const signedIn = token !== null && (await signInWithToken(context.queryClient, token));
    throw redirect({ to: signedIn ? "/app/creator-hub" : "/login", replace: true });
  },
  pendingComponent: PageSpinner,
});
