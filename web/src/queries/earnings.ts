import { t } from "@fairclick/core/language/t";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { viewersTimeZone } from "../ui/format";
import type { EarningsDays } from "./earnings-days";
import { liveOptions } from "./live-options";

export const EARNINGS_FAILURE = t`Your earnings could not be loaded.`;

/** Earnings of the last `days` days in the viewer's time zone, including today. */
export function earningsQuery(days: EarningsDays) {
  const query = () => ({ days: String(days), timeZone: viewersTimeZone() });
  const updates = liveOptions(
    api.wallet.earnings,
    () => ({ query: query() }),
    (answer) => answer,
  );
  return queryOptions({
    queryKey: ["earnings", days],
    queryFn: () => readAnswer(api.wallet.earnings.$get({ query: query() })),
    refetchInterval: updates.refetchInterval,
    meta: { ...updates.meta, failure: EARNINGS_FAILURE },
  });
}
