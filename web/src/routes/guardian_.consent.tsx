import { createFileRoute, useLocation } from "@tanstack/react-router";
import { GuardianConsent } from "../features/accounts/guardian/guardian-consent";
import { AccountPage } from "../features/accounts/sign-in/account-page";

/** The token is in the fragment, which no server sees. Stripe's onboarding returns without it. */
export const Route = createFileRoute("/guardian_/consent")({ component: GuardianConsentPage });

function GuardianConsentPage() {
  const { hash } = useLocation();
  return (
    <AccountPage title="Your consent as a guardian" lead="You can withdraw it at any time.">
      <title>Your consent as a guardian · Fairclick</title>
      <GuardianConsent token={hash} />
    </AccountPage>
  );
}
