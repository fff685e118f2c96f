import { t } from "@fairclick/core/language/t";
import { createFileRoute, useLocation } from "@tanstack/react-router";
import { AccountPage } from "../accounts/account-page-more";
import { NewPassword } from "../accounts/new-password";

/** The token is in the fragment, which no server sees. */
export const Route = createFileRoute("/reset-password")({ component: ResetPasswordPage });

function ResetPasswordPage() {
  const { hash } = useLocation();
  return (
    <AccountPage
      title={t`Choose a new password`}
      lead={t`You are then signed out everywhere else.`}
    >
      <title>{t`Choose a new password · Fairclick`}</title>
      <NewPassword token={hash} />
    </AccountPage>
  );
}
