import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { MoneyTerms } from "../../../policy/money-terms";
import { Dialog } from "../../../ui/dialog";
import { downToCents } from "../../../ui/format/exact-dollars";
import { Line, Lines } from "../../../ui/receipt";
import { AmountForm } from "./amount-form";
import { spendAmount } from "./amount-rules";
import { useSpendEarnings } from "./spend";
import { WaitingLines } from "./waiting-lines";

type SpendDialogProps = { wallet: WalletSummaryResponse; onClose: () => void };

/** Moves earnings to the wallet. */
export function SpendDialog({ wallet, onClose }: SpendDialogProps) {
  const spend = useSpendEarnings();
  const available = downToCents(wallet.withdrawableBalance);
  return (
    <Dialog open onClose={onClose} title={t`Spend Earnings`}>
      <AmountForm
        mostCents={available.cents}
        check={spendAmount}
        submitLabel={t`Move to Wallet`}
        busy={spend.isPending}
        onSubmit={(cents) => spend.mutate(cents, { onSuccess: onClose })}
        notes={() => <MoneyTerms act="spend" />}
      >
        <Lines>
          <Line label={t`Can be moved`} strong>
            {available.text}
          </Line>
          <WaitingLines waiting={wallet.waiting} />
        </Lines>
      </AmountForm>
    </Dialog>
  );
}
