import { defineChange } from "../../../define-change";

export const retryStripeEvent = defineChange({
  usage: "retry <event>",
  summary: "retry a parked event",
  about:
    "Retries a parked event, with as many attempts as a new one. The job queries Stripe for the current state, so nothing happens twice. Needs a token with the scope stripe:write.",
  examples: ['stripe retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is fixed"'],
  send: (client, id, json) =>
    client.api.admin.stripe.events[":id"].retry.$post({ param: { id }, json }),
});
