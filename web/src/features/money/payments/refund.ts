import { t } from "@fairclick/core/language/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { useRequestIds } from "../../../api/use-request-ids";
import { notify } from "../../../ui/notify";
import { failureText } from "./failure-text";

export const refundableQuery = queryOptions({
  queryKey: ["wallet", "refundable"],
  queryFn: () => readAnswer(api.stripe.refundable.$get()),
});

/** Requests wallet money back. The variable is the amount in cents. */
export function useRefund() {
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
