import { t } from "@fairclick/core/language/t";
import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { AccountPage } from "../accounts/account-page-more";
import { RegisterForm, RegisterOptions } from "../accounts/register";
import { rememberRole } from "../campaigns/start-guide";
import { pageInApp } from "../session/session";

/** `role` chooses the guide that the hub shows first: every account can do both. */
type RegisterSearch = { role?: string; mode?: "email"; next?: string };

export const Route = createFileRoute("/register")({
  validateSearch: (search): RegisterSearch => ({
    ...(typeof search.role === "string" ? { role: search.role } : {}),
    ...(search.mode === "email" ? { mode: "email" } : {}),
    ...(typeof search.next === "string" ? { next: search.next } : {}),
  }),
  component: RegisterPage,
});

function RegisterPage() {
  const { mode, ...kept } = Route.useSearch();
  const navigate = Route.useNavigate();
  const next = pageInApp(kept.next);
  const { role } = kept;
  useEffect(() => {
    if (role) rememberRole(role);
  }, [role]);
  return (
    <AccountPage
      title={t`Create your account`}
      lead={t`One account both launches campaigns and joins them.`}
    >
      <title>{t`Sign up · Fairclick`}</title>
      {mode === "email" ? (
        <RegisterForm next={next} onBack={() => void navigate({ search: kept })} />
      ) : (
        <RegisterOptions
          next={next}
          onEmail={() => void navigate({ search: { ...kept, mode: "email" } })}
        />
      )}
    </AccountPage>
  );
}
