import { t } from "@fairclick/core/language/t";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { notify } from "../ui/notify";

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
