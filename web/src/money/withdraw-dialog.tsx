import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import type { PayoutTermsResponse } from "@fairclick/core/money/payout-countries";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { Dialog } from "../ui/dialog";
import { Line, Lines } from "../ui/figures";
import { downToCents } from "../ui/format";
import { notify } from "../ui/notify";
import { Reviews } from "../ui/reviews";
import { AmountForm, parseCents, withdrawalAmount } from "./amount-form";
import { FirstDates, WaitingLines, WithdrawalRules } from "./waiting-lines";

type WithdrawDialogProps = {
  wallet: WalletSummaryResponse;
  onClose: () => void;
  onRequested: () => void;
};

export function WithdrawDialog({ wallet, onClose, onRequested }: WithdrawDialogProps) {
  const withdraw = useWithdraw();
  const available = downToCents(wallet.withdrawableBalance);
  const { data: terms } = useQuery(payoutTermsQuery);
  return (
    <Dialog open onClose={onClose} title={t`Withdraw Funds`}>
      <Reviews reviews={wallet.reviews} />
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
        onSubmit={(cents) =>
          withdraw.mutate(cents, {
            onSuccess: () => {
              onRequested();
              onClose();
            },
          })
        }
        notes={(text) => (
          <>
            {terms ? <PayoutTerms terms={terms} text={text} /> : null}
            <div className="space-y-2 text-sm text-soft">
              <p>{t`Withdrawals go through Stripe and may take 2-3 business days.`}</p>
              <FirstDates />
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

/** Requests a withdrawal. The variable is the amount in cents. */
function useWithdraw() {
  const queryClient = useQueryClient();
  const requests = useRequestIds();
  return useMutation({
    mutationFn: (amount: number) => {
      const requestId = requests.getId(amount);
      return readAnswer(api.stripe.withdraw.$post({ json: { amount, requestId } }));
    },
    onSuccess: ({ message }) =>
      notify.success(message || t`Withdrawal request submitted successfully!`),
    onError: (error, amount) => {
      requests.forgetAfterRefusal(amount, error);
      notify.error(
        error instanceof ApiError
          ? error.message || t`Failed to withdraw funds`
          : t`Failed to process withdrawal.`,
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
}

const payoutTermsQuery = queryOptions({
  queryKey: ["wallet", "payout-terms"],
  queryFn: () => readAnswer(api.stripe["payout-terms"].$get()),
});

/** The smallest withdrawal, and what arrives of the typed amount. */
function PayoutTerms({ terms, text }: { terms: PayoutTermsResponse; text: string }) {
  const typed = parseCents(text);
  const arriving = typed.ok ? describeArriving(terms, typed.cents) : null;
  return (
    <>
      <Lines>
        <Line label={t`Smallest withdrawal`}>{downToCents(terms.minimum).text}</Line>
        {arriving ? (
          <Line label={t`Arrives at your bank`} strong>
            {arriving}
          </Line>
        ) : null}
      </Lines>
      <p className="text-sm text-soft">{terms.fee}</p>
    </>
  );
}

/** Returns for example `about €18.00`, or null if the rate is unknown. */
export function describeArriving(
  { currency, rate }: Pick<PayoutTermsResponse, "currency" | "rate">,
  cents: number,
): string | null {
  if (rate === null) return null;
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    roundingMode: "floor",
  });
  const amount = format.format((cents / 100) * rate);
  return rate === 1 ? amount : t`about ${amount}`;
}
