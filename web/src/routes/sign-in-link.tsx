import { createFileRoute, useLocation } from "@tanstack/react-router";
import { EnterByLink } from "../accounts/enter-by-link";

/** The token is in the fragment, which no server sees. */
export const Route = createFileRoute("/sign-in-link")({ component: SignInLinkPage });

function SignInLinkPage() {
  return <EnterByLink token={useLocation().hash} />;
}
