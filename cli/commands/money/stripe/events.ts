import { stripeEventSchema } from "@fairclick/core/money/stripe-events-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { toTable } from "../../../output/table";

export const listStripeEvents = defineCommand({
  usage: "events",
  summary: "list events that have not had their effect",
  about:
    "Lists the events from Stripe that have not had their effect, newest first, with what went wrong: those that are still being tried and those that were parked after their attempts. Needs a token with the scope stripe:read.",
  examples: ["stripe events", "stripe events --parked --json | jq -r .id"],
  options: (command) =>
    apiOptions(command)
      .option("--parked", "only those that were given up")
      .option("--limit <count>", "how many, at most 1000", "50"),
  input: z.object({ ...targetInput, parked: z.boolean().default(false), limit: z.string() }),
  output: z.array(stripeEventSchema),
  run: async (host, { parked, limit, ...target }) => {
    const state = parked ? ("parked" as const) : ("unfinished" as const);
    const { data, total } = await openApi(host, target).call((client) =>
      client.api.admin.stripe.events.$get({ query: { state, limit } }),
    );
    if (total > data.length) host.remark(`${data.length} of ${total}; --limit shows more.\n`);
    return data;
  },
  text: (events, paint) => {
    if (events.length === 0) return paint.good("There are none.");
    const rows = events.map(({ id, type, state, attempts, receivedAt, error }) => {
      const received = receivedAt.slice(0, 19).replace("T", " ");
      return [id, received, state, String(attempts), type, error ?? ""];
    });
    return toTable(["event", "received", "state", "attempts", "type", "error"], rows).join("\n");
  },
});
