import { createFileRoute } from "@tanstack/react-router";
import { ChooseAccount } from "../accounts/choose-account";
import { PageSpinner } from "../ui/layout";

/** Return page of a sign-in with Google. The one-time code is in the fragment, which no server sees. */
export const Route = createFileRoute("/login_/token")({
  beforeLoad: async ({ context, location }) => {
    const { landFromGoogle } = await import("../accounts/google-return");
    return landFromGoogle(context.queryClient, location.hash);
  },
  pendingComponent: PageSpinner,
  component: Choose,
});

function Choose() {
  const { choice } = Route.useRouteContext();
  return <ChooseAccount {...choice} />;
}
