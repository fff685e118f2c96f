import { t } from "@fairclick/core/language/t";
import type { RefundableResponse } from "@fairclick/core/money/refunds";
import { useQuery } from "@tanstack/react-query";
import { MoneyTerms } from "../../../policy/money-terms";
import { Dialog } from "../../../ui/dialog";
import { downToCents } from "../../../ui/format/exact-dollars";
import { describeSource } from "../../../ui/format/refund-source";
import { Line, Lines } from "../../../ui/receipt";
import { AmountForm } from "./amount-form";
import { refundAmount } from "./amount-rules";
import { refundableQuery, useRefund } from "./refund";

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
