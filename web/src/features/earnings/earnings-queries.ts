import { queryOptions } from "@tanstack/react-query";
import { answerOf } from "../../api/answer";
import { api } from "../../api/client";
import type { EarningsDays } from "./earnings-days";

export const EARNINGS_FAILURE = "Your earnings could not be loaded.";

/** The last so many days, today included. */
export function earningsQuery(days: EarningsDays) {
  return queryOptions({
    queryKey: ["earnings", days],
    queryFn: () => answerOf(api.wallet.earnings.$get({ query: { days: String(days) } })),
    refetchInterval: 15_000,
    placeholderData: (previous) => previous,
    meta: { failure: EARNINGS_FAILURE },
  });
}
