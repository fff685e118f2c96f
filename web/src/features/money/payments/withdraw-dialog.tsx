import type { WalletSummaryResponse } from "@fairclick/core/money/payment-schema";
import { useState } from "react";
import { WithdrawalRules } from "../../../policy/withdrawal-rules";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { downToCents } from "../../../ui/format/exact-dollars";
import { Line, Lines } from "../../../ui/receipt";
import { withdrawalAmount } from "./amount-rules";
import { WaitingLines } from "./waiting-lines";
import { useWithdraw } from "./withdraw";

type WithdrawDialogProps = { wallet: WalletSummaryResponse; onClose: () => void };

export function WithdrawDialog({ wallet, onClose }: WithdrawDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const withdraw = useWithdraw();
  const available = downToCents(wallet.withdrawableBalance);

  function request() {
    const amount = withdrawalAmount(text, available.cents);
    if (amount.ok) withdraw.mutate(amount.cents, { onSuccess: onClose });
    else setError(amount.message);
  }

  function change(value: string) {
    setText(value);
    setError(undefined);
  }

  return (
    <Dialog open onClose={onClose} title="Withdraw Funds">
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          request();
        }}
      >
        <Lines>
          <Line label="Available balance" strong>
            {available.text}
          </Line>
          <WaitingLines waiting={wallet.waiting} />
        </Lines>
        {wallet.waiting.some(({ reason }) => reason !== "link_review") ? (
          <p className="text-sm text-soft">
            These earnings wait because the developer's card payment is new or disputed: if the card
            was stolen, the payment is reversed.
          </p>
        ) : null}
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
              <Button onClick={() => change((available.cents / 100).toFixed(2))}>MAX</Button>
            </div>
          )}
        </Field>
        <div className="space-y-2 text-sm text-soft">
          <p>Withdrawals go through Stripe and may take 2-3 business days.</p>
          <WithdrawalRules />
        </div>
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={text.trim() === "" || withdraw.isPending}
        >
          {withdraw.isPending ? "Processing..." : "Request Withdrawal"}
        </Button>
      </form>
    </Dialog>
  );
}
