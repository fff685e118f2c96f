import { t } from "@fairclick/core/language/t";
import { createFileRoute, useLocation } from "@tanstack/react-router";
import { GuardianConsent } from "../features/accounts/guardian/guardian-consent";
import { AccountPage } from "../features/accounts/sign-in/account-page";

/** The token is in the fragment, which no server sees. Stripe's onboarding returns without it. */
export const Route = createFileRoute("/guardian_/consent")({ component: GuardianConsentPage });

function GuardianConsentPage() {
  const { hash } = useLocation();
  return (
    <AccountPage title={t`Your consent as a guardian`} lead={t`You can withdraw it at any time.`}>
      <title>{t`Your consent as a guardian · Fairclick`}</title>
      <GuardianConsent token={hash} />
    </AccountPage>
  );
}
