import { stripeEventSchema } from "@fairclick/core/money/stripe-events-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";

export const retryStripeEvent = defineCommand({
  usage: "retry <event>",
  summary: "have a parked event tried again",
  about:
    "Has a parked event tried again, as often as one that has just come. What became of it is asked of Stripe, so nothing happens twice. Needs a token with the scope stripe:write.",
  examples: ['stripe retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is mended"'],
  options: (command) =>
    apiOptions(command).requiredOption("--reason <text>", "why; it is kept in the audit log"),
  input: z.object({ ...targetInput, event: z.string(), reason: z.string() }),
  output: stripeEventSchema,
  run: async (host, { event: id, reason, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.stripe.events[":id"].retry.$post({ param: { id }, json: { reason } }),
    );
    return data;
  },
  text: ({ id, type }) => `${id} (${type}) is being tried again.`,
});
