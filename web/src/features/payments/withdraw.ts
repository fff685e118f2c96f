import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, answerOf } from "../../api/answer";
import { api } from "../../api/client";
import { notify } from "../../ui/notify";

/** Asks for so many cents of the earnings. */
export function useWithdraw() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (amount: number) => answerOf(api.stripe.withdraw.$post({ json: { amount } })),
    onSuccess: ({ message }) =>
      notify.success(message || "Withdrawal request submitted successfully!"),
    onError: (error) =>
      notify.error(
        error instanceof ApiError
          ? error.message || "Failed to withdraw funds"
          : "Failed to process withdrawal.",
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["wallet"] }),
  });
}
