import { mailRequestSchema, passwordSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { startSession } from "../session/session";
import { Button } from "../ui/button";
import { FieldError, TextField } from "../ui/fields";
import { notify } from "../ui/notify";
import { AccountPage, PasswordField } from "./account-page";
import { parseSignIn } from "./sign-in";

type MailLinkProps<Answer> = {
  title: string;
  lead: string;
  button: string;
  /** The part of the address behind the `#`. */
  token: string;
  use: (token: string) => Promise<Answer>;
  /** Does the same with the user's session, if the page was opened in the app without a token. */
  bySession?: () => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  /** Shown afterwards, in place of the button. */
  done?: ReactNode;
};

/**
 * The page that a link in a mail opens. It uses the link only when the button is pressed: programs
 * that check mails open pages too.
 */
export function MailLink<Answer>(props: MailLinkProps<Answer>) {
  const { title, lead, button, token, use, bySession, onDone, done } = props;
  const incomplete = token === "" && !bySession;
  const using = useMutation({
    mutationFn: () => (token === "" && bySession ? bySession() : use(token)),
    onSuccess: (answer) => onDone?.(answer),
  });
  return (
    <AccountPage title={title} lead={lead}>
      <title>{`${title} · Fairclick`}</title>
      {using.isSuccess && done ? (
        <div role="status">{done}</div>
      ) : (
        <div className="space-y-4">
          <Button
            variant="primary"
            className="w-full"
            disabled={using.isPending || using.isSuccess || incomplete}
            onClick={() => using.mutate()}
          >
            {using.isPending ? t`One moment...` : button}
          </Button>
          <FieldError
            message={
              incomplete
                ? t`This link is incomplete. Please open it from the mail again.`
                : using.error
                  ? errorMessage(using.error, t`This did not work. Please try again.`)
                  : undefined
            }
          />
        </div>
      )}
    </AccountPage>
  );
}

/** Signs in with the token of a mail. */
export function EnterByLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <MailLink
      title={t`Sign in`}
      lead={t`You asked for this link in this browser.`}
      button={t`Sign in`}
      token={token}
      use={async (used) =>
        parseSignIn(
          await readAnswer(api.auth["sign-in-link"].session.$post({ json: { token: used } })),
        )
      }
      onDone={(signIn) => {
        if (signIn === "second_factor") return void navigate({ to: "/second-factor" });
        startSession(queryClient, signIn.user, signIn.token);
        void navigate({ to: "/app/creator-hub", replace: true });
      }}
    />
  );
}

type Wanted = { email: string; link: "reset" | "sign-in-link" };

/** Requests a mail with a link that sets a new password, or that signs in. */
export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState<string>();
  const [sent, setSent] = useState<{ message: string; link: Wanted["link"] } | null>(null);
  const request = useMutation({
    mutationFn: ({ email, link }: Wanted) => readAnswer(api.auth[link].$post({ json: { email } })),
    onSuccess: ({ message }, { link }) => setSent({ message, link }),
  });

  function ask(link: Wanted["link"]) {
    const parsed = mailRequestSchema.safeParse({ email });
    if (!parsed.success) return setInvalid(parsed.error.issues[0]?.message);
    request.mutate({ email: parsed.data.email, link });
  }

  if (sent) {
    return (
      <div role="status" className="space-y-4">
        <p>{sent.message}</p>
        <p className="text-soft">
          {sent.link === "reset"
            ? t`The link works for one hour.`
            : t`Open the link in this browser. It works for 15 minutes.`}{" "}
          {t`Look into your spam folder if nothing arrives.`}
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask("reset");
  };
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
      <Button
        type="button"
        className="w-full"
        disabled={request.isPending}
        onClick={() => ask("sign-in-link")}
      >
        {t`Mail me a link that signs me in`}
      </Button>
      <p className="text-center">
        <Link to="/login">{t`Back to log in`}</Link>
      </p>
    </form>
  );
}

const formSchema = z.object({ password: passwordSchema });

/** Sets a new password with the token of a mail, and signs in. */
export function NewPassword({ token }: { token: string }) {
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
