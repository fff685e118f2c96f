import { amountInvalid, MAX_CENTS } from "@fairclick/core/amount-schema";
import {
  formatDollars,
  MICROS_PER_CENT,
  microsFromCents,
  microsFromDollars,
} from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import { depositTooSmall, MIN_DEPOSIT_CENTS } from "@fairclick/core/money/deposits";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Field, Form } from "../ui/fields";
import { plainDollars } from "../ui/format";
import { describeSmallest } from "./payouts";

type AmountFormProps = {
  mostCents: number;
  check: (text: string, mostCents: number) => Checked;
  submitLabel: string;
  busy: boolean;
  /** Why no amount can be typed. */
  refusal?: ReactNode;
  onSubmit: (cents: number) => void;
  /** Above the amount. */
  children: ReactNode;
  /** Between the amount and the button; called with the amount as typed. */
  notes?: (text: string) => ReactNode;
};

/** An amount up to a balance, with a button that enters all of it. */
export function AmountForm(props: AmountFormProps) {
  const { mostCents, check, submitLabel, busy, refusal, onSubmit, children, notes } = props;
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
      <Field label={t`Amount`} error={error} hint={refusal}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              readOnly={refusal !== undefined}
              inputMode="decimal"
              placeholder="0.00"
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
              className={`${control.className} font-figures`}
            />
            <Button
              disabled={refusal !== undefined}
              onClick={() => change((mostCents / 100).toFixed(2))}
            >
              {t`MAX`}
            </Button>
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

export type Checked = { ok: true; cents: number } | { ok: false; message: string };

const ABOVE_REFUNDABLE = t`The amount cannot exceed what can go back.`;
const ABOVE_SPENDABLE = t`The amount cannot exceed what can be withdrawn.`;
const ABOVE_BALANCE = t`Withdrawal amount cannot exceed your balance.`;

export function depositAmount(custom: string, presetDollars: number | null): Checked {
  const amount = paymentAmount(custom.trim() === "" ? String(presetDollars ?? "") : custom);
  if (!amount.ok || amount.cents >= MIN_DEPOSIT_CENTS) return amount;
  return { ok: false, message: depositTooSmall() };
}

/** Accepts any amount that one payment can have. */
export function paymentAmount(text: string): Checked {
  const typed = parseCents(text);
  if (!typed.ok) return { ok: false, message: amountInvalid() };
  if (typed.cents <= MAX_CENTS) return typed;
  const most = formatDollars(microsFromCents(MAX_CENTS));
  return { ok: false, message: t`The largest amount is ${most}.` };
}

type Limits = { mostCents: number; leastCents: number };

/** Accepts an amount up to the balance that reaches the smallest withdrawal of the user's country. */
export function withdrawalAmount(text: string, { mostCents, leastCents }: Limits): Checked {
  const amount = amountUpTo(text, mostCents, ABOVE_BALANCE);
  if (!amount.ok || amount.cents >= leastCents) return amount;
  return { ok: false, message: describeSmallest(leastCents) };
}

export function spendAmount(text: string, withdrawableCents: number): Checked {
  return amountUpTo(text, withdrawableCents, ABOVE_SPENDABLE);
}

export function refundAmount(text: string, refundableCents: number): Checked {
  return amountUpTo(text, refundableCents, ABOVE_REFUNDABLE);
}

function amountUpTo(text: string, mostCents: number, above: string): Checked {
  const typed = parseCents(text);
  if (!typed.ok) {
    return { ok: false, message: typed.reason === "unreadable" ? amountInvalid() : above };
  }
  return typed.cents > mostCents ? { ok: false, message: above } : typed;
}

export type TypedAmount =
  | { ok: true; cents: number }
  | { ok: false; reason: "unreadable" | "not above zero" };

/** Parses typed dollars. Accepts whole cents only. */
export function parseCents(text: string): TypedAmount {
  const trimmed = text.trim();
  const micros = microsFromDollars(plainDollars(trimmed.replace(/^-/, "")));
  if (micros === null || micros % MICROS_PER_CENT !== 0n)
    return { ok: false, reason: "unreadable" };
  if (micros === 0n || trimmed.startsWith("-")) return { ok: false, reason: "not above zero" };
  return { ok: true, cents: Number(micros / MICROS_PER_CENT) };
}
