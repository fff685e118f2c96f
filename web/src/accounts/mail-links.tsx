import { mailRequestSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "../ui/button";
import { FieldError, TextField } from "../ui/fields";
import { AccountPage } from "./account-page-more";

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
