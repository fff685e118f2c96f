import { createFileRoute, redirect } from "@tanstack/react-router";
import { ChooseAccount } from "../features/session/choose-account";
import { comingBackTo, pageInApp } from "../features/session/page-in-app";
import { readToken } from "../features/session/token";
import { PageSpinner } from "../ui/spinner";

/** Where a sign-in with Google lands: a one-time code stands in the fragment, which no server sees. */
export const Route = createFileRoute("/login_/token")({
  beforeLoad: async ({ context, location }) => {
    const { returnFromGoogle } = await import("../features/session/google-return");
    const landed = new URLSearchParams(location.hash);
    const next = pageInApp(landed.get("return") ?? undefined);
    const code = landed.get("code");
    const result = code === null ? null : await returnFromGoogle(context.queryClient, code);
    if (result?.kind === "ask") return { choice: { ...result, next } };
    const signedIn = result?.kind === "signed_in" || readToken() !== null;
    if (signedIn) throw redirect({ href: next, replace: true });
    throw redirect({ to: "/login", search: comingBackTo(next), replace: true });
  },
  pendingComponent: PageSpinner,
  component: Choose,
});

function Choose() {
  const { choice } = Route.useRouteContext();
  return <ChooseAccount {...choice} />;
}
