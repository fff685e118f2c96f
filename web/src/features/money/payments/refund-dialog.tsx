import type { RefundableResponse } from "@fairclick/core/money/refunds/refund-schema";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { downToCents } from "../../../ui/format/exact-dollars";
import { Line, Lines } from "../../../ui/receipt";
import { refundAmount } from "./amount-rules";
import { refundableQuery, useRefund } from "./refund";

export function RefundDialog({ onClose }: { onClose: () => void }) {
  const { data, isError } = useQuery(refundableQuery);
  return (
    <Dialog open onClose={onClose} title="Get Money Back">
      {data ? <RefundForm refundable={data} onClose={onClose} /> : null}
      {!data && isError ? <p>Failed to load what can go back to your cards.</p> : null}
    </Dialog>
  );
}

type RefundFormProps = { refundable: RefundableResponse; onClose: () => void };

function RefundForm({ refundable, onClose }: RefundFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const refund = useRefund();
  const most = downToCents(refundable.refundable);

  function request() {
    const amount = refundAmount(text, most.cents);
    if (amount.ok) refund.mutate(amount.cents, { onSuccess: onClose });
    else setError(amount.message);
  }

  function change(value: string) {
    setText(value);
    setError(undefined);
  }

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        request();
      }}
    >
      <RefundLines refundable={refundable} />
      <Field label="Amount" error={error}>
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
            <Button onClick={() => change((most.cents / 100).toFixed(2))}>MAX</Button>
          </div>
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={text.trim() === "" || refund.isPending}
      >
        {refund.isPending ? "Processing..." : "Request Refund"}
      </Button>
    </form>
  );
}

function RefundLines({ refundable }: { refundable: RefundableResponse }) {
  const { walletBalance, windowDays, deposits } = refundable;
  return (
    <>
      <Lines>
        <Line label="In your wallet">{downToCents(walletBalance).text}</Line>
        {deposits.map((deposit) => (
          <Line key={deposit._id} label={describeSource(deposit)}>
            {downToCents(deposit.refundable).text}
          </Line>
        ))}
        <Line label="Can go back" strong>
          {downToCents(refundable.refundable).text}
        </Line>
      </Lines>
      <p className="text-sm text-soft">
        Money goes back only to the card that paid it, the first card above first. Banks show it
        after 5 to 10 business days. Money from payments older than {windowDays} days, from disputed
        payments, or that creators have earned does not go back.
      </p>
    </>
  );
}

function describeSource({ card, paidAt }: RefundableResponse["deposits"][number]): string {
  const day = paidAt.slice(0, 10);
  if (!card?.last4) return `To how you paid on ${day}`;
  return `To ${card.brand ?? "card"} ending in ${card.last4}, paid ${day}`;
}
