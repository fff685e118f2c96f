import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { describeFailure, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { signWithPasskey } from "../session/passkey";
import { returnSearch } from "../session/session";
import { Button, buttonClass } from "../ui/button";
import { EmailField, FieldError, TextField } from "../ui/fields";
import { notify } from "../ui/notify";
import { useForm } from "../ui/use-form";
import { acceptOffer } from "./google-return";
import { AccountPage, googleAddress, parseSignedIn, useLogin } from "./sign-in";

const FAILED = t`Failed to login. Please try again.`;

/** `error` names why a sign-in with Google failed, `next` the page of the app to open afterwards. */
export function LoginPage({ error, next }: { error: string | undefined; next: string }) {
  return (
    <AccountPage title={t`Log in`} lead={t`Welcome back to your receipts.`} next={next}>
      <GoogleProblem code={error} />
      <LoginForm next={next} />
      <PasskeyButton next={next} />
    </AccountPage>
  );
}

function LoginForm({ next }: { next: string }) {
  const navigate = useNavigate();
  const login = useLogin();
  const form = useForm("login", { email: "", password: "" });
  const email = form.field("email");
  const password = form.field("password");
  const failure = describeFailure(login.error, FAILED);

  const send = (credentials: typeof form.values) =>
    login.mutate(credentials, {
      onSuccess: (signIn) =>
        void (signIn === "second_factor"
          ? navigate({ to: "/second-factor", search: returnSearch(next) })
          : navigate({ href: next })),
      onError: (error) => notify.error(errorMessage(error, FAILED)),
    });

  return (
    <form {...form.bind(send)} className="space-y-5">
      <EmailField
        disabled={login.isPending}
        {...email}
        error={undefined}
        aria-invalid={email.error ? true : undefined}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        disabled={login.isPending}
        {...password}
        error={undefined}
        aria-invalid={password.error ? true : undefined}
      />
      <FieldError message={email.error ?? password.error ?? failure} />
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

function GoogleProblem({ code }: { code: string | undefined }) {
  if (!code) return null;
  return (
    <p role="alert" className="mb-5 border-2 border-refused p-3 font-medium">
      {texts[code] ?? texts.google}
    </p>
  );
}

/** Signs in without a password. `next` is the page of the app to open afterwards. */
function PasskeyButton({ next }: { next: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey();
      return parseSignedIn(
        await readAnswer(api.auth.passkeys.session.$post({ json: { credential } })),
      );
    },
    onSuccess: (signedIn) => {
      acceptOffer(queryClient, signedIn);
      void navigate({ href: next, replace: true });
    },
    meta: { signsIn: true },
  });
  return (
    <div className="mt-5 space-y-3 border-rule border-t-2 border-dashed pt-5">
      <Button className="w-full" disabled={enter.isPending} onClick={() => enter.mutate()}>
        {t`Log in with a passkey`}
      </Button>
      <FieldError message={describeFailure(enter.error)} />
    </div>
  );
}
