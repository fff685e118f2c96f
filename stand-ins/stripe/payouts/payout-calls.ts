import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { all } from "../world/world";
import { createPayout } from "./create-payout";
import { cancelPayout } from "./payout-life";

export const payoutCalls: HandlersOf<"payouts"> = {
  "POST /v1/payouts": createPayout,

  "GET /v1/payouts": ({ world, params, account }) => {
    const { status, destination } = params;
    const payouts = all(world, "payout", account).filter(
      (payout) =>
        (status === undefined || payout.status === status) &&
        (destination === undefined || payout.destination === destination),
    );
    return listPage("/v1/payouts", payouts, params);
  },

  "GET /v1/payouts/:id": ({ world, id, account }) =>
    requireObject(world, "payout", id, { account }),

  "POST /v1/payouts/:id/cancel": ({ world, id, account }) =>
    cancelPayout(world, requireObject(world, "payout", id, { account })),
};
