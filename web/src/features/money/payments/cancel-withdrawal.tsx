import type { TransactionResponse } from "@fairclick/core/money/payment-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { notify } from "../../../ui/notify";
import { failureText } from "./failure-text";

/** Cancels a withdrawal that has not been sent to Stripe. Shows an error if it is too late. */
export function CancelWithdrawal({ transaction }: { transaction: TransactionResponse }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: (id: string) =>
      readAnswer(api.stripe.withdrawals[":id"].cancel.$post({ param: { id } })),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(failureText(error, "Failed to cancel this withdrawal.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
  return (
    <Button
      variant="quiet"
      className="-ml-5 text-sm"
      disabled={cancel.isPending}
      onClick={() => cancel.mutate(transaction._id.replace(/^withdrawal:/, ""))}
    >
      {cancel.isPending ? "Cancelling..." : "Cancel withdrawal"}
    </Button>
  );
}
