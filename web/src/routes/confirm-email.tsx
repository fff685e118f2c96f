import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { MailLink } from "../accounts/mail-link";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { refreshUser } from "../session/session";

/** The token is in the fragment, which no server sees. */
export const Route = createFileRoute("/confirm-email")({ component: ConfirmEmailPage });

function ConfirmEmailPage() {
  const queryClient = useQueryClient();
  return (
    <MailLink
      title={t`Use your new address`}
      lead={t`From then on you sign in with it.`}
      button={t`Use this address`}
      token={useLocation().hash}
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
