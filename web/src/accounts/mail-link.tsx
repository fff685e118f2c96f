import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { refreshUser } from "../session/session";
import { ownHub } from "../shell/places";
import { Button, ButtonLink } from "../ui/button";
import { FieldError } from "../ui/fields";
import { AccountPage } from "./sign-in";

export function VerifyEmailPage() {
  const queryClient = useQueryClient();
  return (
    <MailLink
      title={t`Confirm your address`}
      lead={t`One last step: confirm here that this address is yours.`}
      button={t`Confirm address`}
      use={(token) => readAnswer(api.auth.verification.email.$post({ json: { token } }))}
      onDone={() => void queryClient.invalidateQueries({ queryKey: ["profile"] })}
      done={{
        title: t`Your address is confirmed`,
        lead: (
          <span className="mt-4 flex flex-wrap gap-3">
            <ButtonLink to={ownHub().to} variant="primary">{t`Go on`}</ButtonLink>
            <ButtonLink to="/app/payments">{t`Payments`}</ButtonLink>
          </span>
        ),
      }}
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
      done={{
        title: t`Your new address is in use`,
        lead: <Link to="/app/profile">{t`Go to your profile`}</Link>,
      }}
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
      done={{ title: t`The recovery is cancelled`, lead: t`Your account stays as it is.` }}
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
  /** The page afterwards, without the button. */
  done?: { title: string; lead: ReactNode };
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
  const shown = (using.isSuccess && done) || { title, lead };
  return (
    <AccountPage {...shown}>
      {shown === done ? null : (
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
                : describeFailure(using.error)
            }
          />
        </div>
      )}
    </AccountPage>
  );
}
