import { stripeEventSchema } from "@fairclick/core/money/stripe-events";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { toTable } from "../../../output/table";

export const listStripeEvents = defineCommand({
  usage: "events",
  summary: "list unprocessed events from Stripe",
  about:
    "Lists the events from Stripe that are not processed yet, newest first, with their last error: those that are still retried, and those that were parked after their last attempt. Needs a token with the scope stripe:read.",
  examples: ["stripe events", "stripe events --parked --json | jq -r .id"],
  options: (command) =>
    apiOptions(command)
      .option("--parked", "only parked events")
      .option("--limit <count>", "maximum number of events, up to 1000", "50"),
  input: z.object({ ...targetInput, parked: z.boolean().default(false), limit: z.string() }),
  output: z.array(stripeEventSchema),
  run: async (host, { parked, limit, ...target }) => {
    const state = parked ? ("parked" as const) : ("unfinished" as const);
    const { data, total } = await openApi(host, target).call((client) =>
      client.api.admin.stripe.events.$get({ query: { state, limit } }),
    );
    if (total > data.length)
      host.remark(`Shows ${data.length} of ${total}; use --limit to see more.\n`);
    return data;
  },
  text: (events, paint) => {
    if (events.length === 0) return paint.good("None found.");
    const rows = events.map(({ id, type, state, attempts, receivedAt, error }) => {
      const received = receivedAt.slice(0, 19).replace("T", " ");
      return [id, received, state, String(attempts), type, error ?? ""];
    });
    return toTable(["event", "received", "state", "attempts", "type", "error"], rows).join("\n");
  },
});
