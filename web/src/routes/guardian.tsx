import { t } from "@fairclick/core/language/t";
import { createFileRoute, useLocation } from "@tanstack/react-router";
import { GuardianInvitation } from "../features/accounts/guardian/guardian-invitation";
import { AccountPage } from "../features/accounts/sign-in/account-page";

/** The token is in the fragment, which no server sees. */
export const Route = createFileRoute("/guardian")({ component: GuardianPage });

function GuardianPage() {
  const { hash } = useLocation();
  return (
    <AccountPage title={t`Consent as a guardian`} lead={t`A young person asks for your agreement.`}>
      <title>{t`Consent as a guardian · Fairclick`}</title>
      <GuardianInvitation token={hash} />
    </AccountPage>
  );
}
