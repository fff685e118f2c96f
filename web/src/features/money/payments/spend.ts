import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { useRequestIds } from "../../../api/use-request-ids";
import { notify } from "../../../ui/notify";
import { failureText } from "./failure-text";

/** Moves earnings to the wallet. The variable is the amount in cents. */
export function useSpendEarnings() {
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
