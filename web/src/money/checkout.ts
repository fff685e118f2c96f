import { t } from "@fairclick/core/language/t";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { publishableKeyQuery } from "../queries/money";
import { notify } from "../ui/notify";
import { failureText } from "./amount-form";
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

const POLL_MS = 2_000;
/** Card payments take seconds, bank debits days: polling slows down after this many polls. */
const QUICK_POLLS = 30;
const SLOW_POLL_MS = 15_000;

/** Confirms a payment with the server, and polls until it is completed or failed. */
export function depositQuery(queryClient: QueryClient, sessionId: string) {
  return queryOptions({
    queryKey: ["deposit", sessionId],
    queryFn: async () => {
      const deposit = await readAnswer(
        api.stripe["checkout-session"][":id"].confirm.$post({ param: { id: sessionId } }),
      );
      if (deposit.status === "completed") {
        notify.success(t`Your wallet has been successfully funded!`, { id: sessionId });
        await queryClient.invalidateQueries({ queryKey: ["wallet"] });
        if (deposit.launch) await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      }
      return deposit;
    },
    refetchInterval: ({ state }) => {
      if (state.data?.status !== "pending") return false;
      return state.dataUpdateCount < QUICK_POLLS ? POLL_MS : SLOW_POLL_MS;
    },
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
