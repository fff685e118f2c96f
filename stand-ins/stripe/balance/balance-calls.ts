import { exchangeRates } from "../accounts/countries";
import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { all } from "../world/world";
import { computeBalance } from "./balance";

export const balanceCalls: HandlersOf<"balance" | "balance_transactions" | "exchange_rates"> = {
  "GET /v1/balance": ({ world, account }) => computeBalance(world, account),

  "GET /v1/exchange_rates/:id": ({ id }) => exchangeRates(id),

  "GET /v1/balance_transactions": ({ world, params, account }) => {
    const { type, source, currency, payout } = params;
    const payoutSource = payout && requireObject(world, "payout", payout, { account }).id;
    const transactions = all(world, "balance_transaction", account).filter(
      (each) =>
        (type === undefined || each.type === type) &&
        (source === undefined || each.source === source) &&
        (payoutSource === undefined || each.source === payoutSource) &&
        (currency === undefined || each.currency === currency),
    );
    return listPage("/v1/balance_transactions", transactions, params);
  },

  "GET /v1/balance_transactions/:id": ({ world, id, account }) =>
    requireObject(world, "balance_transaction", id, { account }),
};
