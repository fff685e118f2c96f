import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { publishableKeyQuery } from "../queries/money";
import { notify } from "../ui/notify";
import { failureText } from "./failure-text";
import { redirectToStripe } from "./payouts";

/** Opens Stripe's hosted checkout. The variable is the amount in cents. */
export function useCheckout() {
  const queryClient = useQueryClient();
  const requests = useRequestIds();
  return useMutation({
    mutationFn: async (amount: number) => {
      await queryClient.ensureQueryData(publishableKeyQuery).catch(() => {
        throw new NotReady();
      });
      const json = { amount, requestId: requests.getId(amount) };
      return readAnswer(api.stripe["create-checkout-session"].$post({ json }));
    },
    onSuccess: ({ id, url }) =>
      redirectToStripe(id ? url : undefined, t`Failed to create a valid checkout session.`),
    onError: (error, amount) => {
      requests.forgetAfterRefusal(amount, error);
      notify.error(
        error instanceof NotReady
          ? error.message
          : failureText(error, t`Failed to start payment process. Please try again.`),
      );
    },
  });
}

class NotReady extends Error {
  constructor() {
    super(t`Stripe is not ready yet. Please wait a moment and try again.`);
  }
}
