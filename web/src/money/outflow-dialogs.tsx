import { formatDollars, microsFromCents } from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import type { PayoutTermsResponse } from "@fairclick/core/money/payout-countries";
import { type RefundableResponse, sumKeptFees } from "@fairclick/core/money/refunds";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { MoneyTerms } from "../policy/terms";
import { Dialog } from "../ui/dialog";
import { Line, Lines } from "../ui/figures";
import { describeSource, downToCents, microsFromAmount } from "../ui/format";
import { notify } from "../ui/notify";
import { Reviews } from "../ui/reviews";
import { AmountForm, parseCents, refundAmount, spendAmount, withdrawalAmount } from "./amount-form";
import { failureText } from "./payouts";
import { FirstDates, WaitingLines, WithdrawalRules } from "./waiting-lines";

type WithdrawDialogProps = {
  wallet: WalletSummaryResponse;
  onClose: () => void;
  onRequested: () => void;
};

export function WithdrawDialog({ wallet, onClose, onRequested }: WithdrawDialogProps) {
  const withdraw = useMoneyRequest(
    (json) => readAnswer(api.stripe.withdraw.$post({ json })),
    (error) =>
      error instanceof ApiError
        ? error.message || t`Failed to withdraw funds`
        : t`Failed to process withdrawal.`,
  );
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

type SpendDialogProps = { wallet: WalletSummaryResponse; onClose: () => void };

export function SpendDialog({ wallet, onClose }: SpendDialogProps) {
  const spend = useMoneyRequest(
    (json) => readAnswer(api.wallet["spend-earnings"].$post({ json })),
    (error) => failureText(error, t`Failed to move your earnings.`),
  );
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

export function RefundDialog({ onClose }: { onClose: () => void }) {
  const { data, isError } = useQuery(refundableQuery);
  return (
    <Dialog open onClose={onClose} title={t`Get Money Back`}>
      {data ? <RefundForm refundable={data} onClose={onClose} /> : null}
      {!data && isError ? <p>{t`Failed to load what can go back to your cards.`}</p> : null}
    </Dialog>
  );
}

type RefundFormProps = { refundable: RefundableResponse; onClose: () => void };

function RefundForm({ refundable, onClose }: RefundFormProps) {
  const refund = useMoneyRequest(
    (json) => readAnswer(api.stripe.refunds.$post({ json })),
    (error) => failureText(error, t`Failed to return your money.`),
  );
  return (
    <AmountForm
      mostCents={downToCents(refundable.refundable).cents}
      check={refundAmount}
      submitLabel={t`Request Refund`}
      busy={refund.isPending}
      onSubmit={(cents) => refund.mutate(cents, { onSuccess: onClose })}
      notes={(text) => <FeeLines refundable={refundable} text={text} />}
    >
      <RefundLines refundable={refundable} />
      <MoneyTerms act="refund" />
    </AmountForm>
  );
}

function RefundLines({ refundable }: { refundable: RefundableResponse }) {
  const { walletBalance, deposits } = refundable;
  return (
    <>
      <Lines>
        <Line label={t`In your wallet`}>{downToCents(walletBalance).text}</Line>
        {deposits.map((deposit) => (
          <Line key={deposit._id} label={describeSource(deposit)}>
            {downToCents(deposit.refundable).text}
          </Line>
        ))}
        <Line label={t`Can go back`} strong>
          {downToCents(refundable.refundable).text}
        </Line>
      </Lines>
      {deposits.length > 1 ? (
        <p className="text-sm text-soft">{t`The first card above gets its money back first.`}</p>
      ) : null}
    </>
  );
}

/** What Stripe keeps of the typed amount, and what the cards get. */
function FeeLines({ refundable, text }: { refundable: RefundableResponse; text: string }) {
  const typed = refundAmount(text, downToCents(refundable.refundable).cents);
  if (!typed.ok) return null;
  const amountMicros = microsFromCents(typed.cents);
  const sources = refundable.deposits.map((deposit) => ({
    amountMicros: microsFromAmount(deposit.amount),
    refundableMicros: microsFromAmount(deposit.refundable),
    stripeFeeMicros: microsFromAmount(deposit.stripeFee),
  }));
  const keptMicros = sumKeptFees(amountMicros, sources);
  return (
    <Lines>
      <Line label={t`Stripe keeps its fee`}>{formatDollars(keptMicros)}</Line>
      <Line label={t`Your cards get`} strong>
        {formatDollars(amountMicros - keptMicros)}
      </Line>
    </Lines>
  );
}

const refundableQuery = queryOptions({
  queryKey: ["wallet", "refundable"],
  queryFn: () => readAnswer(api.stripe.refundable.$get()),
});

type Send = (json: { amount: number; requestId: string }) => Promise<{ message: string }>;

/** Requests that money moves, once however often it is sent. The variable is the amount in cents. */
function useMoneyRequest(send: Send, describeFailure: (error: Error) => string) {
  const queryClient = useQueryClient();
  const requests = useRequestIds();
  return useMutation({
    mutationFn: (amount: number) => send({ amount, requestId: requests.getId(amount) }),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error, amount) => {
      requests.forgetAfterRefusal(amount, error);
      notify.error(describeFailure(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
}
