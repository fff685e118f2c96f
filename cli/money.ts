import { refunds, withdrawals } from "@fairclick/core/money/operated";
import { stripeEventSchema } from "@fairclick/core/money/stripe-events";
import { z } from "zod";
import { defineChange } from "./frame/change";
import { defineCommand, type Noun } from "./frame/command";
import { openApi } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";
import { toTable } from "./frame/output";
import { decideCommand, listCommand, showCommand } from "./frame/resource";
import { reportLedger, showAccount, traceWithdrawal, verifyLedger } from "./ledger";

const listStripeEvents = defineCommand({
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

const retryStripeEvent = defineChange({
  usage: "retry <event>",
  summary: "retry a parked event",
  about:
    "Retries a parked event, with as many attempts as a new one. The job queries Stripe for the current state, so nothing happens twice. Needs a token with the scope stripe:write.",
  examples: ['stripe retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is fixed"'],
  send: (client, id, json) =>
    client.api.admin.stripe.events[":id"].retry.$post({ param: { id }, json }),
});

export const moneyNouns: readonly Noun[] = [
  {
    name: "withdrawals",
    summary: "list, hold and retry withdrawals",
    commands: [listCommand(withdrawals), showCommand(withdrawals), decideCommand(withdrawals)],
  },
  {
    name: "refunds",
    summary: "list, hold and cancel refunds that developers requested",
    commands: [listCommand(refunds), showCommand(refunds), decideCommand(refunds)],
  },
  {
    name: "ledger",
    summary: "check the books, print statements and the month's report",
    commands: [verifyLedger, showAccount, reportLedger, traceWithdrawal],
  },
  {
    name: "stripe",
    summary: "list and retry events from Stripe",
    commands: [listStripeEvents, retryStripeEvent],
  },
];
