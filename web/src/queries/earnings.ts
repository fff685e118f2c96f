import { t } from "@fairclick/core/language/t";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { liveOptions } from "./live-options";
import { viewersTimeZone } from "./series-window";

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

export const earningsDays = [7, 30, 90, 365] as const;
export type EarningsDays = (typeof earningsDays)[number];

export const ORDINARY_DAYS: EarningsDays = 30;

export function isEarningsDays(days: unknown): days is EarningsDays {
  return earningsDays.some((each) => each === days);
}
