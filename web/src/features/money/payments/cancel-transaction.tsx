import { t } from "@fairclick/core/language/t";
import type { TransactionResponse } from "@fairclick/core/money/deposits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { notify } from "../../../ui/notify";
import { failureText } from "./failure-text";

/** Cancels a withdrawal or refund that has not been sent to Stripe. Shows an error if it is too late. */
export function CancelTransaction({ transaction }: { transaction: TransactionResponse }) {
  const queryClient = useQueryClient();
  const isRefund = transaction.type === "refund";
  const cancel = useMutation({
    mutationFn: () => requestCancel(transaction),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) =>
      notify.error(
        failureText(
          error,
          isRefund ? t`Failed to cancel this refund.` : t`Failed to cancel this withdrawal.`,
        ),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
  return (
    <Button
      variant="quiet"
      className="-ml-5 text-sm"
      disabled={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {cancel.isPending ? t`Cancelling...` : isRefund ? t`Cancel refund` : t`Cancel withdrawal`}
    </Button>
  );
}

async function requestCancel({ _id, type }: TransactionResponse): Promise<{ message: string }> {
  const param = { id: _id.slice(_id.indexOf(":") + 1) };
  return type === "refund"
    ? readAnswer(api.stripe.refunds[":id"].cancel.$post({ param }))
    : readAnswer(api.stripe.withdrawals[":id"].cancel.$post({ param }));
}
