import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { pageInApp, refreshUser } from "../session/session";
import { Button } from "../ui/button";
import { FieldError } from "../ui/fields";
import { WindowTitle } from "../ui/layout";
import { AccountPage } from "./sign-in";

export function VerifyEmailPage() {
  const queryClient = useQueryClient();
  return (
    <MailLink
      title={t`Confirm your address`}
      lead={t`One press, and we know that this address is yours.`}
      button={t`Confirm address`}
      use={(token) => readAnswer(api.auth.verification.email.$post({ json: { token } }))}
      onDone={() => void queryClient.invalidateQueries({ queryKey: ["profile"] })}
      done={
        <p>
          {t`Your address is confirmed.`} <Link to={pageInApp()}>{t`Go on`}</Link>
        </p>
      }
    />
  );
}

export function ConfirmEmailPage() {
  const queryClient = useQueryClient();
  return (
    <MailLink
      title={t`Use your new address`}
      lead={t`From then on you sign in with it.`}
      button={t`Use this address`}
      use={(token) => readAnswer(api.auth.email.$post({ json: { token } }))}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: ["profile"] });
        void refreshUser(queryClient);
      }}
      done={
        <p>
          {t`Your new address is in use.`} <Link to="/app/profile">{t`Go to your profile`}</Link>
        </p>
      }
    />
  );
}

export function UndoEmailPage() {
  const navigate = useNavigate();
  return (
    <MailLink
      title={t`Restore your address`}
      lead={t`Everybody is signed out, and you choose a new password.`}
      button={t`This was not me`}
      use={(token) => readAnswer(api.auth.email.undo.$post({ json: { token } }))}
      onDone={({ data }) =>
        void navigate({ to: "/reset-password", hash: data.token, replace: true })
      }
    />
  );
}

/** Without a token, the session authorises the call. */
export function CancelRecoveryPage() {
  return (
    <MailLink
      title={t`Cancel the recovery`}
      lead={t`The operators then leave your account as it is. Change your password if somebody else asked for this.`}
      button={t`Cancel the recovery`}
      use={(token) => readAnswer(api.auth.recovery.cancel.$post({ json: { token } }))}
      bySession={() => readAnswer(api.auth.recovery["cancel-own"].$post())}
      done={<p>{t`The recovery is cancelled. Your account stays as it is.`}</p>}
    />
  );
}

type MailLinkProps<Answer> = {
  title: string;
  lead: string;
  button: string;
  use: (token: string) => Promise<Answer>;
  /** Does the same with the user's session, if the page was opened in the app without a token. */
  bySession?: () => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  /** Shown afterwards, in place of the button. */
  done?: ReactNode;
};

/**
 * The page that a link in a mail opens. It uses the link only when the button is pressed: programs
 * that check mails open pages too. The token is in the fragment, which no server sees.
 */
function MailLink<Answer>(props: MailLinkProps<Answer>) {
  const { title, lead, button, use, bySession, onDone, done } = props;
  const { hash: token } = useLocation();
  const incomplete = token === "" && !bySession;
  const using = useMutation({
    mutationFn: () => (token === "" && bySession ? bySession() : use(token)),
    onSuccess: (answer) => onDone?.(answer),
  });
  return (
    <AccountPage title={title} lead={lead}>
      <WindowTitle text={`${title} · Fairclick`} />
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
