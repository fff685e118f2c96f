import { t } from "@fairclick/core/language/t";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Field } from "../ui/fields";
import { Form } from "../ui/form";
import type { Checked } from "./amount-form";

type AmountFormProps = {
  /** What MAX enters. */
  mostCents: number;
  check: (text: string, mostCents: number) => Checked;
  submitLabel: string;
  busy: boolean;
  onSubmit: (cents: number) => void;
  /** Above the amount. */
  children: ReactNode;
  /** Between the amount and the button; called with the amount as typed. */
  notes?: (text: string) => ReactNode;
};

/** An amount up to a balance, with a button that enters all of it. */
export function AmountForm(props: AmountFormProps) {
  const { mostCents, check, submitLabel, busy, onSubmit, children, notes } = props;
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function submit() {
    const amount = check(text, mostCents);
    if (amount.ok) onSubmit(amount.cents);
    else setError(amount.message);
  }

  function change(value: string) {
    setText(value);
    setError(undefined);
  }

  return (
    <Form onSubmit={submit}>
      {children}
      <Field label={t`Amount`} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              inputMode="decimal"
              placeholder="0.00"
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
              className={`${control.className} font-figures`}
            />
            <Button onClick={() => change((mostCents / 100).toFixed(2))}>{t`MAX`}</Button>
          </div>
        )}
      </Field>
      {notes?.(text)}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={text.trim() === "" || busy}
      >
        {busy ? t`Processing...` : submitLabel}
      </Button>
    </Form>
  );
}
