import { TERMS_DATE, TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import type { NeededAgreement } from "../session/agreement";
import { BirthMonthField } from "../ui/birth-month-field";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { FieldError } from "../ui/fields";
import { formatCalendarDay } from "../ui/format";

type Props = { needed: NeededAgreement; onAnswer: (accepted: boolean) => void };

/** Asks for the terms and, once, for the month of birth; what the user did then goes on. */
export function AgreementDialog({ needed, onAnswer }: Props) {
  const form = useId();
  const [birthMonth, setBirthMonth] = useState("");
  const [missing, setMissing] = useState(false);
  const accept = useMutation({
    mutationFn: () =>
      readAnswer(
        api.users.agreement.$post({
          json: { termsVersion: TERMS_VERSION, ...(birthMonth ? { birthMonth } : {}) },
        }),
      ),
    onSuccess: () => onAnswer(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = needed === "age_required" && birthMonth === "";
    setMissing(isMissing);
    if (!isMissing) accept.mutate();
  };
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={needed === "age_required" ? t`Two things first` : t`Our terms have changed`}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t`Not now`}</Button>
          <Button type="submit" form={form} variant="primary" disabled={accept.isPending}>
            {accept.isPending ? t`Saving...` : t`Accept and continue`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-5">
        {needed === "age_required" ? (
          <BirthMonthField
            onChange={setBirthMonth}
            error={missing ? t`Please enter your month of birth` : undefined}
          />
        ) : null}
        <p>
          {rich`By continuing you accept the ${(
            <a href="/terms" target="_blank" rel="noreferrer">
              {t`terms`}
            </a>
          )} of ${formatCalendarDay(TERMS_DATE)}. What we store is on the ${(
            <a href="/privacy" target="_blank" rel="noreferrer">
              {t`privacy page`}
            </a>
          )}.`}
        </p>
        <FieldError
          message={
            accept.error
              ? errorMessage(accept.error, t`This could not be saved. Please try again.`)
              : undefined
          }
        />
      </form>
    </Dialog>
  );
}
