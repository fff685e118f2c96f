import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "../api/answer";
import { Button } from "../ui/button";
import { FieldError } from "../ui/fields";
import { AccountPage } from "./account-page-more";

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
