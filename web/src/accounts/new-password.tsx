import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { pageInApp, startSession } from "../session/session";
import { Button } from "../ui/button";
import { EmailField, FieldError } from "../ui/fields";
import { notify } from "../ui/notify";
import { useForm } from "../ui/use-form";
import { PasswordField } from "./password-field";
import { AccountPage, parseSignIn } from "./sign-in";

export function ForgotPasswordPage() {
  return (
    <AccountPage title={t`Forgot your password?`} lead={t`We mail you a link.`}>
      <ForgotPassword />
    </AccountPage>
  );
}

/** Requests a mail with a link that sets a new password. */
function ForgotPassword() {
  const form = useForm("email", { email: "" });
  const [sent, setSent] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: (json: { email: string }) => readAnswer(api.auth.reset.$post({ json })),
    onSuccess: ({ message }) => setSent(message),
  });

  if (sent) {
    return (
      <div role="status" className="space-y-4">
        <p>{sent}</p>
        <p className="text-soft">
          {t`The link works for one hour.`} {t`Look into your spam folder if nothing arrives.`}
        </p>
        <Button className="w-full" onClick={() => setSent(null)}>
          {t`Use another address`}
        </Button>
        <p className="text-center">
          <Link to="/login">{t`Back to log in`}</Link>
        </p>
      </div>
    );
  }
  return (
    <form {...form.bind((json) => request.mutate(json))} className="space-y-5">
      <EmailField disabled={request.isPending} {...form.field("email")} />
      <FieldError message={describeFailure(request.error)} />
      <Button type="submit" variant="primary" className="w-full" disabled={request.isPending}>
        {t`Mail me a link for a new password`}
      </Button>
      <p className="text-center">
        <Link to="/login">{t`Back to log in`}</Link>
      </p>
    </form>
  );
}

/** The token is in the fragment, which no server sees. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  return (
    <AccountPage
      title={t`Choose a new password`}
      lead={t`You are then signed out everywhere else.`}
    >
      <NewPassword token={hash} />
    </AccountPage>
  );
}

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm("forgottenPassword", { password: "" });
  const change = useMutation({
    mutationFn: async (password: string) =>
      parseSignIn(await readAnswer(api.auth.reset.password.$post({ json: { token, password } }))),
    onSuccess: (signIn) => {
      if (signIn === "second_factor") return void navigate({ to: "/second-factor" });
      const { user, token: session, message } = signIn;
      startSession(queryClient, user, session);
      notify.success(message);
      void navigate({ href: pageInApp(), replace: true });
    },
    meta: { signsIn: true },
  });
  const failure = describeFailure(change.error);
  const incomplete =
    token === "" ? t`This link is incomplete. Please open it from the mail again.` : undefined;
  return (
    <form {...form.bind(({ password }) => change.mutate(password))} className="space-y-5">
      <PasswordField disabled={change.isPending} {...form.field("password")} />
      <FieldError message={incomplete ?? failure} />
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={change.isPending || token === ""}
      >
        {change.isPending ? t`Saving...` : t`Save and sign in`}
      </Button>
    </form>
  );
}
