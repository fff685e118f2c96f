import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { MoneyTerms } from "../policy/terms";
import { Dialog } from "../ui/dialog";
import { Line, Lines } from "../ui/figures";
import { downToCents } from "../ui/format";
import { notify } from "../ui/notify";
import { AmountForm, spendAmount } from "./amount-form";
import { failureText } from "./payouts";
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

/** Moves earnings to the wallet. The variable is the amount in cents. */
function useSpendEarnings() {
  const queryClient = useQueryClient();
  const requests = useRequestIds();
  return useMutation({
    mutationFn: (amount: number) => {
      const requestId = requests.getId(amount);
      return readAnswer(api.wallet["spend-earnings"].$post({ json: { amount, requestId } }));
    },
    onSuccess: ({ message }) => notify.success(message),
    onError: (error, amount) => {
      requests.forgetAfterRefusal(amount, error);
      notify.error(failureText(error, t`Failed to move your earnings.`));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
}
