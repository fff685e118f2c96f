import { t } from "@fairclick/core/language/t";
import { createFileRoute, useLocation, useNavigate } from "@tanstack/react-router";
import { MailLink } from "../accounts/mail-link";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The token is in the fragment, which no server sees. */
export const Route = createFileRoute("/undo-email")({ component: UndoEmailPage });

function UndoEmailPage() {
  const navigate = useNavigate();
  return (
    <MailLink
      title={t`Restore your address`}
      lead={t`Everybody is signed out, and you choose a new password.`}
      button={t`This was not me`}
      token={useLocation().hash}
      use={(token) => readAnswer(api.auth.email.undo.$post({ json: { token } }))}
      onDone={({ data }) =>
        void navigate({ to: "/reset-password", hash: data.token, replace: true })
      }
    />
  );
}
