import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { useQuery } from "@tanstack/react-query";
import { WithdrawalRules } from "../../../policy/withdrawal-rules";
import { Dialog } from "../../../ui/dialog";
import { downToCents } from "../../../ui/format/exact-dollars";
import { Line, Lines } from "../../../ui/receipt";
import { AmountForm } from "./amount-form";
import { withdrawalAmount } from "./amount-rules";
import { PayoutTerms, payoutTermsQuery } from "./payout-terms";
import { WaitingLines } from "./waiting-lines";
import { useWithdraw } from "./withdraw";

type WithdrawDialogProps = { wallet: WalletSummaryResponse; onClose: () => void };

export function WithdrawDialog({ wallet, onClose }: WithdrawDialogProps) {
  const withdraw = useWithdraw();
  const available = downToCents(wallet.withdrawableBalance);
  const { data: terms } = useQuery(payoutTermsQuery);
  return (
    <Dialog open onClose={onClose} title={t`Withdraw Funds`}>
      <AmountForm
        mostCents={available.cents}
        check={(text, mostCents) =>
          withdrawalAmount(text, {
            mostCents,
            leastCents: terms ? Math.round(terms.minimum * 100) : 1,
          })
        }
        submitLabel={t`Request Withdrawal`}
        busy={withdraw.isPending}
        onSubmit={(cents) => withdraw.mutate(cents, { onSuccess: onClose })}
        notes={(text) => (
          <>
            {terms ? <PayoutTerms terms={terms} text={text} /> : null}
            <div className="space-y-2 text-sm text-soft">
              <p>{t`Withdrawals go through Stripe and may take 2-3 business days.`}</p>
              <WithdrawalRules />
            </div>
          </>
        )}
      >
        <Lines>
          <Line label={t`Available balance`} strong>
            {available.text}
          </Line>
          <WaitingLines waiting={wallet.waiting} />
        </Lines>
        {wallet.waiting.some(({ reason }) => reason !== "link_review") ? (
          <p className="text-sm text-soft">
            {t`These earnings wait because the developer's card payment is new or disputed: if the card was stolen, the payment is reversed.`}
          </p>
        ) : null}
      </AmountForm>
    </Dialog>
  );
}
