import { t } from "@fairclick/core/language/t";
import { api } from "../api/client";
import { readPages, readQuery } from "./read";
import { viewersTimeZone } from "./series-window";

export const WALLET_FAILURE = t`Could not load wallet data.`;
export const HISTORY_FAILURE = t`Failed to load transaction history.`;
export const EARNINGS_FAILURE = t`Your earnings could not be loaded.`;

export const walletQuery = readQuery(["wallet", "summary"], api.wallet.summary, {
  data: (answer) => answer,
  isLive: true,
  failure: WALLET_FAILURE,
});

export const historyQuery = readPages(["wallet", "transactions"], api.wallet.transactions, {
  args: (query) => ({ query }),
  isLive: true,
  failure: HISTORY_FAILURE,
});

export const payoutTermsQuery = readQuery(["wallet", "payout-terms"], api.stripe["payout-terms"], {
  data: (terms) => terms,
});

/** Null if the server has no publishable key and cannot take payments. */
export const publishableKeyQuery = readQuery(["stripe", "publishable-key"], api.stripe.config, {
  data: ({ publishableKey }) => publishableKey,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Earnings of the last `days` days in the viewer's time zone, including today. */
export const earningsQuery = (days: EarningsDays) =>
  readQuery(["earnings", days], api.wallet.earnings, {
    args: { query: { days: String(days), timeZone: viewersTimeZone() } },
    data: (answer) => answer,
    isLive: true,
    failure: EARNINGS_FAILURE,
  });

export const earningsDays = [7, 30, 90, 365] as const;
export type EarningsDays = (typeof earningsDays)[number];

export const ORDINARY_DAYS: EarningsDays = 30;

export function isEarningsDays(days: unknown): days is EarningsDays {
  return earningsDays.some((each) => each === days);
}
