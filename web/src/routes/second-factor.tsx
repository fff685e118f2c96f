import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { AccountPage } from "../features/accounts/sign-in/account-page";
import { SecondFactorForm } from "../features/accounts/sign-in/second-factor-form";
import { pageInApp } from "../session/page-in-app";

export const Route = createFileRoute("/second-factor")({
  validateSearch: (search): { next?: string } =>
    typeof search.next === "string" ? { next: search.next } : {},
  component: SecondFactorPage,
});

function SecondFactorPage() {
  const { next } = Route.useSearch();
  return (
    <AccountPage
      title={t`Enter a code`}
      lead={t`Your account is protected by an authenticator app.`}
    >
      <title>{t`Enter a code · Fairclick`}</title>
      <SecondFactorForm next={pageInApp(next)} />
    </AccountPage>
  );
}
