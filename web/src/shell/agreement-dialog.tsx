import { TERMS_DATE, TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { FieldError, Form, MinorField } from "../ui/fields";
import { formatCalendarDay } from "../ui/format";
import { OtherPage } from "../ui/layout";

type Props = { onAnswer: (accepted: boolean) => void };

/** Asks for the terms, and who is under 18; what the user did then goes on. */
export function AgreementDialog({ onAnswer }: Props) {
  const form = useId();
  const [isMinor, setMinor] = useState(false);
  const accept = useMutation({
    mutationFn: () =>
      readAnswer(
        api.users.agreement.$post({
          // Without the mark nothing changes: who said it earlier stays under 18.
          json: { termsVersion: TERMS_VERSION, ...(isMinor && { isMinor }) },
        }),
      ),
    onSuccess: () => onAnswer(true),
  });
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={t`Our terms`}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t`Not now`}</Button>
          <Button type="submit" form={form} variant="primary" disabled={accept.isPending}>
            {accept.isPending ? t`Saving...` : t`Accept and continue`}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => accept.mutate()}>
        <MinorField checked={isMinor} disabled={accept.isPending} onChange={setMinor} />
        <p>
          {rich`By continuing you accept the ${<OtherPage href="/terms">{t`terms`}</OtherPage>} of ${formatCalendarDay(TERMS_DATE)}. What we store is on the ${<OtherPage href="/privacy">{t`privacy page`}</OtherPage>}.`}
        </p>
        <FieldError
          message={describeFailure(accept.error, t`This could not be saved. Please try again.`)}
        />
      </Form>
    </Dialog>
  );
}
