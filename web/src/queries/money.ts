import { t } from "@fairclick/core/language/t";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { firstPage, liveOptions } from "./live-options";

export const WALLET_FAILURE = t`Could not load wallet data.`;
export const HISTORY_FAILURE = t`Failed to load transaction history.`;

const updates = liveOptions(
  api.wallet.summary,
  () => ({}),
  (answer) => answer,
);

export const walletQuery = queryOptions({
  queryKey: ["wallet", "summary"],
  queryFn: () => readAnswer(api.wallet.summary.$get()),
  refetchInterval: updates.refetchInterval,
  meta: { ...updates.meta, failure: WALLET_FAILURE },
});

const historyUpdates = liveOptions(api.wallet.transactions, () => ({ query: {} }), firstPage);

export const historyQuery = infiniteQueryOptions({
  queryKey: ["wallet", "transactions"],
  queryFn: ({ pageParam }) => readAnswer(api.wallet.transactions.$get({ query: pageParam })),
  initialPageParam: {} as { cursor?: string },
  getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
  refetchInterval: historyUpdates.refetchInterval,
  meta: { ...historyUpdates.meta, failure: HISTORY_FAILURE },
});

/** Null if the server has no publishable key and cannot take payments. */
export const publishableKeyQuery = queryOptions({
  queryKey: ["stripe", "publishable-key"],
  queryFn: async () => (await readAnswer(api.stripe.config.$get())).publishableKey,
  staleTime: Number.POSITIVE_INFINITY,
});
