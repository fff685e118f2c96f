import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { all } from "../world/world";
import { closeDispute } from "./dispute";
import { createRefund } from "./refund";

export const refundCalls: HandlersOf<"refunds" | "disputes" | "radar"> = {
  "POST /v1/refunds": createRefund,

  "GET /v1/refunds": ({ world, params }) => {
    const { charge, payment_intent: intent } = params;
    const refunds = all(world, "refund").filter(
      (refund) =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent),
    );
    return listPage("/v1/refunds", refunds, params);
  },

  "GET /v1/refunds/:id": ({ world, id }) => requireObject(world, "refund", id),

  "GET /v1/radar/early_fraud_warnings/:id": ({ world, id }) =>
    requireObject(world, "radar.early_fraud_warning", id),

  "GET /v1/disputes": ({ world, params }) => {
    const { charge, payment_intent: intent } = params;
    const disputes = all(world, "dispute").filter(
      (dispute) =>
        (charge === undefined || dispute.charge === charge) &&
        (intent === undefined || dispute.payment_intent === intent),
    );
    return listPage("/v1/disputes", disputes, params);
  },

  "GET /v1/disputes/:id": ({ world, id }) => requireObject(world, "dispute", id),

  "POST /v1/disputes/:id/close": ({ world, id }) =>
    closeDispute(world, requireObject(world, "dispute", id), "lost"),
};
