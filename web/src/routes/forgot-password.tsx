import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { AccountPage } from "../features/accounts/sign-in/account-page";
import { ForgotPassword } from "../features/accounts/sign-in/forgot-password";

export const Route = createFileRoute("/forgot-password")({ component: ForgotPasswordPage });

function ForgotPasswordPage() {
  return (
    <AccountPage title={t`Forgot your password?`} lead={t`We mail you a link.`}>
      <title>{t`Forgot your password? · Fairclick`}</title>
      <ForgotPassword />
    </AccountPage>
  );
}
