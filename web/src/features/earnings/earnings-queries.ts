import { EARNINGS_DAYS } from "@fairclick/core/schemas/earnings";
import { queryOptions } from "@tanstack/react-query";
import { answerOf } from "../../api/answer";
import { api } from "../../api/client";

export type EarningsDays = (typeof EARNINGS_DAYS)[number];

export const ORDINARY_DAYS: EarningsDays = 30;
export const EARNINGS_FAILURE = "Your earnings could not be loaded.";

export function isEarningsDays(days: unknown): days is EarningsDays {
  return EARNINGS_DAYS.some((each) => each === days);
}

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
