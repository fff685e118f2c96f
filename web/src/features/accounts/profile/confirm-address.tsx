import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { FieldError } from "../../../ui/field";

/** Says whether the address is confirmed, and mails the link again. Empty without a mail server. */
export function ConfirmAddress({ profile }: { profile: ProfileResponse }) {
  const send = useMutation({ mutationFn: () => readAnswer(api.auth.verification.$post()) });
  if (!profile.mailAvailable) return null;
  if (profile.emailConfirmed) return <p className="text-soft">{t`This address is confirmed.`}</p>;
  return (
    <div className="space-y-2">
      <p>{t`This address is not confirmed. We mailed you a link; payouts need it.`}</p>
      {send.isSuccess ? (
        <p role="status">{send.data.message}</p>
      ) : (
        <Button type="button" disabled={send.isPending} onClick={() => send.mutate()}>
          {t`Mail the link again`}
        </Button>
      )}
      <FieldError
        message={
          send.error ? errorMessage(send.error, t`This did not work. Please try again.`) : undefined
        }
      />
    </div>
  );
}
