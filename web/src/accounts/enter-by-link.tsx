import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { startSession } from "../session/session";
import { MailLink } from "./mail-link";
import { parseSignIn } from "./sign-in";

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
