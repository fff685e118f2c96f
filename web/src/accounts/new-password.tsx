import { mailRequestSchema, passwordSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { startSession } from "../session/session";
import { Button } from "../ui/button";
import { FieldError, TextField } from "../ui/fields";
import { notify } from "../ui/notify";
import { PasswordField } from "./password-field";
import { AccountPage, parseSignIn } from "./sign-in";

export function ForgotPasswordPage() {
  return (
    <AccountPage title={t`Forgot your password?`} lead={t`We mail you a link.`}>
      <title>{t`Forgot your password? · Fairclick`}</title>
      <ForgotPassword />
    </AccountPage>
  );
}

/** Requests a mail with a link that sets a new password. */
function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState<string>();
  const [sent, setSent] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: (json: { email: string }) => readAnswer(api.auth.reset.$post({ json })),
    onSuccess: ({ message }) => setSent(message),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = mailRequestSchema.safeParse({ email });
    if (!parsed.success) return setInvalid(parsed.error.issues[0]?.message);
    request.mutate(parsed.data);
  }

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
    <form noValidate onSubmit={submit} className="space-y-5">
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        value={email}
        error={invalid}
        disabled={request.isPending}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setInvalid(undefined);
        }}
      />
      <FieldError
        message={
          request.error
            ? errorMessage(request.error, t`This did not work. Please try again.`)
            : undefined
        }
      />
      <Button type="submit" variant="primary" className="w-full" disabled={request.isPending}>
        {t`Mail me a link for a new password`}
      </Button>
      <p className="text-center">
        <Link to="/login">{t`Back to log in`}</Link>
      </p>
    </form>
  );
}

const formSchema = z.object({ password: passwordSchema });

/** The token is in the fragment, which no server sees. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  return (
    <AccountPage
      title={t`Choose a new password`}
      lead={t`You are then signed out everywhere else.`}
    >
      <title>{t`Choose a new password · Fairclick`}</title>
      <NewPassword token={hash} />
    </AccountPage>
  );
}

/** Sets a new password with the token of a mail, and signs in. */
function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { password: "" },
  });
  const change = useMutation({
    mutationFn: async (password: string) =>
      parseSignIn(await readAnswer(api.auth.reset.password.$post({ json: { token, password } }))),
    onSuccess: (signIn) => {
      if (signIn === "second_factor") return void navigate({ to: "/second-factor" });
      const { user, token: session, message } = signIn;
      startSession(queryClient, user, session);
      notify.success(message);
      void navigate({ to: "/app/creator-hub", replace: true });
    },
    meta: { signsIn: true },
  });
  const failure = change.error
    ? errorMessage(change.error, t`This did not work. Please try again.`)
    : undefined;
  const incomplete =
    token === "" ? t`This link is incomplete. Please open it from the mail again.` : undefined;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit(({ password }) => change.mutate(password))}
    >
      <PasswordField
        registration={register("password")}
        disabled={change.isPending}
        error={formState.errors.password?.message}
      />
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
