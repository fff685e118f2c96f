import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { all } from "../world/world";

export const paymentCalls: HandlersOf<"payment_intents" | "charges"> = {
  "GET /v1/payment_intents": ({ world, params }) => {
    const { customer } = params;
    const intents = all(world, "payment_intent").filter(
      (intent) => customer === undefined || intent.customer === customer,
    );
    return listPage("/v1/payment_intents", intents, params);
  },

  "GET /v1/payment_intents/:id": ({ world, id }) => requireObject(world, "payment_intent", id),

  "GET /v1/charges": ({ world, params, account }) => {
    const { customer, payment_intent: intent, transfer_group: group } = params;
    const charges = all(world, "charge", account).filter(
      (charge) =>
        (customer === undefined || charge.customer === customer) &&
        (intent === undefined || charge.payment_intent === intent) &&
        (group === undefined || charge.transfer_group === group),
    );
    return listPage("/v1/charges", charges, params);
  },

  "GET /v1/charges/:id": ({ world, id, account }) =>
    requireObject(world, "charge", id, { account }),
};
