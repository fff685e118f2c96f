import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { MailLink } from "../accounts/mail-link";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The token is in the fragment, which no server sees. */
export const Route = createFileRoute("/verify-email")({ component: VerifyEmailPage });

function VerifyEmailPage() {
  const queryClient = useQueryClient();
  return (
    <MailLink
      title={t`Confirm your address`}
      lead={t`One press, and we know that this address is yours.`}
      button={t`Confirm address`}
      token={useLocation().hash}
      use={(token) => readAnswer(api.auth.verification.email.$post({ json: { token } }))}
      onDone={() => void queryClient.invalidateQueries({ queryKey: ["profile"] })}
      done={
        <p>
          {t`Your address is confirmed.`} <Link to="/app/creator-hub">{t`Go on`}</Link>
        </p>
      }
    />
  );
}
