import { formatDollars, microsFromCents } from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import {
  type PayoutTermsResponse,
  withdrawalPending,
} from "@fairclick/core/money/payout-countries";
import { type RefundableResponse, sumKeptFees } from "@fairclick/core/money/refunds";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApiError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { rich } from "../language/rich";
import { MoneyTerms, WhenPaid } from "../policy/terms";
import { ownCampaignsQuery } from "../queries/campaigns";
import { payoutTermsQuery } from "../queries/money";
import { readQuery } from "../queries/read";
import { Dialog } from "../ui/dialog";
import { Line, Lines } from "../ui/figures";
import { describeSource, downToCents, microsFromAmount } from "../ui/format";
import { notify } from "../ui/notify";
import { Reviews } from "../ui/reviews";
import { AmountForm, parseCents, refundAmount, spendAmount, withdrawalAmount } from "./amount-form";
import { describeSmallest, failureText, useSmallestCents } from "./payouts";
import { describeNext, WaitingLines } from "./waiting-lines";

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
  const leastCents = useSmallestCents();
  return (
    <Dialog open onClose={onClose} title={t`Withdraw Funds`}>
      <Reviews reviews={wallet.reviews} />
      <AmountForm
        mostCents={available.cents}
        check={(text, mostCents) => withdrawalAmount(text, { mostCents, leastCents })}
        refusal={
          wallet.pendingPayouts > 0 ? withdrawalPending() : describeMissing(wallet, leastCents)
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
            <WhenPaid />
            <MoneyTerms act="waits" />
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

/** Says what is missing to the smallest amount and when there is more; undefined if nothing is. */
function describeMissing(wallet: WalletSummaryResponse, leastCents: number): string | undefined {
  const { text, cents } = downToCents(wallet.withdrawableBalance);
  if (cents >= leastCents) return undefined;
  const first = leastCents > 1 ? describeSmallest(leastCents, cents) : t`${text} can be withdrawn.`;
  return [first, describeNext(wallet)].filter(Boolean).join(" ");
}

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

export function SpendDialog({ wallet, onClose }: Omit<WithdrawDialogProps, "onRequested">) {
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
        refusal={describeMissing(wallet, 1)}
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
  // Money that comes back while the dialog is open can be refunded soon.
  const { data, isError } = useQuery({ ...refundableQuery, refetchInterval: 5_000 });
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
  const mostCents = downToCents(refundable.refundable).cents;
  return (
    <AmountForm
      mostCents={mostCents}
      check={refundAmount}
      submitLabel={t`Request Refund`}
      busy={refund.isPending}
      refusal={mostCents > 0 ? undefined : <NothingToReturn />}
      onSubmit={(cents) => refund.mutate(cents, { onSuccess: onClose })}
      notes={(text) => <FeeLines refundable={refundable} text={text} />}
    >
      <RefundLines {...refundable} />
      <MoneyTerms act="refund" />
    </AmountForm>
  );
}

/** Says also when more may go back, if campaigns hold money. */
function NothingToReturn() {
  const { data: campaigns = [] } = useQuery(ownCampaignsQuery);
  return campaigns.some(({ budgetRemaining }) => budgetRemaining > 0)
    ? rich`Nothing can go back to a card now. Money reserved for a campaign returns to your wallet a few minutes after it ends: ${<Link to="/app/campaigns">{t`all your campaigns`}</Link>}.`
    : t`Nothing can go back to a card.`;
}

function RefundLines({ walletBalance, deposits, refundable }: RefundableResponse) {
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
          {downToCents(refundable).text}
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

const refundableQuery = readQuery(["wallet", "refundable"], api.stripe.refundable, {
  data: (refundable) => refundable,
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
