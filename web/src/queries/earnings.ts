import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { viewersTimeZone } from "../ui/format/time-zone";
import type { EarningsDays } from "./earnings-days";

export const EARNINGS_FAILURE = "Your earnings could not be loaded.";

/** Earnings of the last `days` days in the viewer's time zone, including today. */
export function earningsQuery(days: EarningsDays) {
  return queryOptions({
    queryKey: ["earnings", days],
    queryFn: () => {
      const query = { days: String(days), timeZone: viewersTimeZone() };
      return readAnswer(api.wallet.earnings.$get({ query }));
    },
    refetchInterval: 15_000,
    meta: { failure: EARNINGS_FAILURE },
  });
}
