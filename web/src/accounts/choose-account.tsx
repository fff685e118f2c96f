import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { revokeToken } from "../session/session";
import { Button } from "../ui/button";
import { AccountPage } from "./account-page-more";
import { acceptOffer, type Choice } from "./google-return";

/** Asks before one account's session replaces another's. */
export function ChooseAccount({ held, offered, next }: Choice) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const goOn = () => void navigate({ href: next, replace: true });

  function stay() {
    revokeToken(offered.token);
    queryClient.removeQueries({ queryKey: ["sign-in-code"] });
    goOn();
  }

  function change() {
    acceptOffer(queryClient, offered);
    goOn();
  }

  return (
    <AccountPage title={t`Change account?`} lead={t`You are signed in as ${held.username}.`}>
      <title>{t`Change account? · Fairclick`}</title>
      <p className="mb-5">
        {t`The Google account that you have just used belongs to ${offered.user.username} (${offered.user.email}).`}
      </p>
      <div className="space-y-3">
        <Button variant="primary" className="w-full" onClick={stay}>
          {t`Stay signed in as ${held.username}`}
        </Button>
        <Button className="w-full" onClick={change}>
          {t`Sign in as ${offered.user.username}`}
        </Button>
      </div>
    </AccountPage>
  );
}
