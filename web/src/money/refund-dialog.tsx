import { formatDollars, microsFromCents } from "@fairclick/core/amounts";
import { t } from "@fairclick/core/language/t";
import { type RefundableResponse, sumKeptFees } from "@fairclick/core/money/refunds";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { MoneyTerms } from "../policy/terms";
import { Dialog } from "../ui/dialog";
import { Line, Lines } from "../ui/figures";
import { describeSource, downToCents, microsFromAmount } from "../ui/format";
import { notify } from "../ui/notify";
import { AmountForm, refundAmount } from "./amount-form";
import { failureText } from "./payouts";

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
  const refund = useRefund();
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

/** Requests wallet money back. The variable is the amount in cents. */
function useRefund() {
  const queryClient = useQueryClient();
  const requests = useRequestIds();
  return useMutation({
    mutationFn: (amount: number) => {
      const requestId = requests.getId(amount);
      return readAnswer(api.stripe.refunds.$post({ json: { amount, requestId } }));
    },
    onSuccess: ({ message }) => notify.success(message),
    onError: (error, amount) => {
      requests.forgetAfterRefusal(amount, error);
      notify.error(failureText(error, t`Failed to return your money.`));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
}
