import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { AccountPage } from "../accounts/account-page-more";
import { SecondFactorForm } from "../accounts/second-factor-form";
import { pageInApp } from "../session/session";

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
