import { createFileRoute } from "@tanstack/react-router";
import { AccountPage } from "../features/session/account-page";
import { RegisterForm } from "../features/session/register-form";
import { RegisterOptions } from "../features/session/register-options";

/** `role` comes with the sign-up links and decides nothing: every account can do both. */
type RegisterSearch = { role?: string; mode?: "email" };

export const Route = createFileRoute("/register")({
  validateSearch: (search): RegisterSearch => ({
    ...(typeof search.role === "string" ? { role: search.role } : {}),
    ...(search.mode === "email" ? { mode: "email" } : {}),
  }),
  component: RegisterPage,
});

function RegisterPage() {
  const { role, mode } = Route.useSearch();
  const navigate = Route.useNavigate();
  const kept = role ? { role } : {};
  return (
    <AccountPage
      title="Create your account"
      lead="One account both launches campaigns and joins them."
    >
      <title>Sign up · Fairclick</title>
      {mode === "email" ? (
        <RegisterForm onBack={() => void navigate({ search: kept })} />
      ) : (
        <RegisterOptions onEmail={() => void navigate({ search: { ...kept, mode: "email" } })} />
      )}
    </AccountPage>
  );
}
