import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { AccountPage } from "../accounts/account-page-more";
import { ForgotPassword } from "../accounts/mail-links";

export const Route = createFileRoute("/forgot-password")({ component: ForgotPasswordPage });

function ForgotPasswordPage() {
  return (
    <AccountPage title={t`Forgot your password?`} lead={t`We mail you a link.`}>
      <title>{t`Forgot your password? · Fairclick`}</title>
      <ForgotPassword />
    </AccountPage>
  );
}
