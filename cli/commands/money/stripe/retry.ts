import { stripeEventSchema } from "@fairclick/core/money/stripe-events-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";

export const retryStripeEvent = defineCommand({
  usage: "retry <event>",
  summary: "retry a parked event",
  about:
    "Retries a parked event, with as many attempts as a new one. The job queries Stripe for the current state, so nothing happens twice. Needs a token with the scope stripe:write.",
  examples: ['stripe retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is fixed"'],
  options: (command) =>
    apiOptions(command).requiredOption("--reason <text>", "reason for the audit log"),
  input: z.object({ ...targetInput, event: z.string(), reason: z.string() }),
  output: stripeEventSchema,
  run: async (host, { event: id, reason, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.stripe.events[":id"].retry.$post({ param: { id }, json: { reason } }),
    );
    return data;
  },
  text: ({ id, type }) => `${id} (${type}) is retried.`,
});
