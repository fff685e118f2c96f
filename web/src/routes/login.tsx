import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { AccountPage } from "../accounts/account-page-more";
import { GoogleProblem, LoginForm } from "../accounts/login";
import { pageInApp } from "../session/session";

const PasskeyButton = lazy(async () => ({
  default: (await import("../accounts/passkey-button")).PasskeyButton,
}));

type LoginSearch = { error?: string; next?: string };

export const Route = createFileRoute("/login")({
  validateSearch: (search): LoginSearch => ({
    ...(typeof search.error === "string" ? { error: search.error } : {}),
    ...(typeof search.next === "string" ? { next: search.next } : {}),
  }),
  component: LoginPage,
});

function LoginPage() {
  const { error, next } = Route.useSearch();
  return (
    <AccountPage title={t`Log in`} lead={t`Welcome back to your receipts.`}>
      <title>{t`Log in · Fairclick`}</title>
      <GoogleProblem code={error} />
      <LoginForm next={pageInApp(next)} />
      <Suspense fallback={null}>
        <PasskeyButton next={pageInApp(next)} />
      </Suspense>
    </AccountPage>
  );
}
