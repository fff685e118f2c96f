import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { all } from "../world/world";
import { createSession } from "./create-session";
import { expireNow } from "./expire-session";

export const sessionCalls: HandlersOf<"checkout/sessions"> = {
  "POST /v1/checkout/sessions": createSession,

  "GET /v1/checkout/sessions": ({ world, params }) => {
    const { customer, payment_intent: intent, status } = params;
    const sessions = all(world, "checkout.session").filter(
      (session) =>
        (customer === undefined || session.customer === customer) &&
        (intent === undefined || session.payment_intent === intent) &&
        (status === undefined || session.status === status),
    );
    return listPage("/v1/checkout/sessions", sessions, params);
  },

  "GET /v1/checkout/sessions/:id": ({ world, id }) => requireObject(world, "checkout.session", id),

  "POST /v1/checkout/sessions/:id/expire": ({ world, id }) =>
    expireNow(world, requireObject(world, "checkout.session", id)),
};
