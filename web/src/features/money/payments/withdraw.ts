import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { useRequestIds } from "../../../api/use-request-ids";
import { notify } from "../../../ui/notify";

/** Requests a withdrawal. The variable is the amount in cents. */
export function useWithdraw() {
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
