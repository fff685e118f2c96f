import { t } from "@fairclick/core/language/t";
import { createFileRoute, useLocation } from "@tanstack/react-router";
import { MailLink } from "../accounts/mail-link";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The token is in the fragment, which no server sees. Without a token, the session authorises the call. */
export const Route = createFileRoute("/cancel-recovery")({ component: CancelRecoveryPage });

function CancelRecoveryPage() {
  return (
    <MailLink
      title={t`Cancel the recovery`}
      lead={t`The operators then leave your account as it is. Change your password if somebody else asked for this.`}
      button={t`Cancel the recovery`}
      token={useLocation().hash}
      use={(token) => readAnswer(api.auth.recovery.cancel.$post({ json: { token } }))}
      bySession={() => readAnswer(api.auth.recovery["cancel-own"].$post())}
      done={<p>{t`The recovery is cancelled. Your account stays as it is.`}</p>}
    />
  );
}
