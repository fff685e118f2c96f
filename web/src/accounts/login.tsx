import { t } from "@fairclick/core/language/t";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { errorMessage } from "../api/answer";
import { rich } from "../language/rich";
import { returnSearch } from "../session/session";
import { Button, buttonClass } from "../ui/button";
import { FieldError, TextField } from "../ui/fields";
import { notify } from "../ui/notify";
import { AccountPage } from "./account-page-more";
import { googleAddress } from "./google-address";
import { useLogin } from "./sign-in";

// Not in the first load: a sixth of the page's script, and needed only when the form is sent.
const loadRules = () => import("./login-rules");

type Credentials = { email: string; password: string };

/** Checks what was typed; if the rules cannot be loaded, the server checks it alone. */
const check: Resolver<Credentials> = async (values, context, options) => {
  const rules = await loadRules().catch(() => null);
  return rules ? rules.checkLogin(values, context, options) : { values, errors: {} };
};

const FAILED = t`Failed to login. Please try again.`;

const PasskeyButton = lazy(async () => ({
  default: (await import("./passkey-button")).PasskeyButton,
}));

/** `error` names why a sign-in with Google failed, `next` the page of the app to open afterwards. */
export function LoginPage({ error, next }: { error: string | undefined; next: string }) {
  return (
    <AccountPage title={t`Log in`} lead={t`Welcome back to your receipts.`}>
      <title>{t`Log in · Fairclick`}</title>
      <GoogleProblem code={error} />
      <LoginForm next={next} />
      <Suspense fallback={null}>
        <PasskeyButton next={next} />
      </Suspense>
    </AccountPage>
  );
}

function LoginForm({ next }: { next: string }) {
  const navigate = useNavigate();
  const login = useLogin();
  const { register, handleSubmit, formState } = useForm({
    resolver: check,
    defaultValues: { email: "", password: "" },
    shouldFocusError: true,
  });
  useEffect(() => void loadRules().catch(() => null), []);
  const { errors } = formState;
  const invalid = errors.email?.message ?? errors.password?.message;
  const failure = login.error ? errorMessage(login.error, FAILED) : undefined;

  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onSuccess: (signIn) =>
        void (signIn === "second_factor"
          ? navigate({ to: "/second-factor", search: returnSearch(next) })
          : navigate({ href: next })),
      onError: (error) => notify.error(errorMessage(error, FAILED)),
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        disabled={login.isPending}
        aria-invalid={errors.email ? true : undefined}
        {...register("email")}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        disabled={login.isPending}
        aria-invalid={errors.password ? true : undefined}
        {...register("password")}
      />
      <FieldError message={invalid ?? failure} />
      <Button type="submit" variant="primary" className="w-full" disabled={login.isPending}>
        {login.isPending ? t`Signing in...` : t`Sign In`}
      </Button>
      <a
        href={googleAddress(returnSearch(next).next)}
        className={buttonClass("secondary", "w-full")}
      >
        {t`Continue with Google`}
      </a>
      <p className="text-center">
        <Link to="/forgot-password">{t`Forgot your password?`}</Link>
      </p>
      <p className="text-center text-soft">
        {rich`No account yet? ${(
          <Link to="/register" search={returnSearch(next)}>
            {t`Create one here`}
          </Link>
        )}`}
      </p>
    </form>
  );
}

const texts: Record<string, string> = {
  google: t`Signing in with Google did not work. Please try again.`,
  google_unavailable: t`Signing in with Google is not available on this server.`,
  google_unverified: t`An account with this e-mail address exists, and Google has not verified that it is yours. Log in with your password.`,
};

/** Explains why a sign-in with Google failed. */
function GoogleProblem({ code }: { code: string | undefined }) {
  if (!code) return null;
  return (
    <p role="alert" className="mb-5 border-2 border-refused p-3 font-medium">
      {texts[code] ?? texts.google}
    </p>
  );
}
