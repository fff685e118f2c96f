import { AppError } from "@fairclick/core/errors";
import { webhookEvents } from "@fairclick/core/notices/registry";
import { z } from "zod";
import { type Api, openApi } from "../../../connection/open-api";
import { defineCommand } from "../../../define-command";
import type { Env } from "../../../env";
import { CliError } from "../../../failures";
import { forwardEvents } from "./forward-events";

const HOW_TO_GET_A_KEY =
  "Create a key with the scope webhooks in the app, under API keys and webhooks.";

const wholeNumber = z.coerce
  .number({ error: "must be a whole number" })
  .int({ error: "must be a whole number" })
  .min(1, { error: "must be at least 1" })
  .max(1_000_000, { error: "must be at most 1000000" })
  .optional();

export const listenCommand = defineCommand({
  usage: "listen",
  summary: "forward events of your account to your own machine",
  about:
    "Forwards events to an address of your own machine, signed like a webhook's, until Ctrl-C. Needs a personal API key with the scope webhooks in FAIRCLICK_KEY, and no public address. While it runs, the account has a webhook with the address poll:, which it deletes at the end. Prints the secret that verifies the signatures, and each event with the answer.",
  examples: [
    "webhooks listen --forward http://localhost:3000/hook",
    "webhooks listen --forward http://localhost:3000/hook --event deposit.arrived --count 1",
  ],
  options: (command) =>
    command
      .requiredOption("--forward <address>", "where to send the events")
      .option("--event <names...>", "only these events (default: all)")
      .option("--count <count>", "stop after this number of events")
      .option("--seconds <seconds>", "stop after this time")
      .option("--api <address>", "address of the API (default: FAIRCLICK_API, the local stack)"),
  canRepeat: false,
  input: z.object({
    api: z.string().optional(),
    forward: z
      .string()
      .refine(isWebAddress, { error: "must be an address such as http://localhost:3000/hook" }),
    event: z.array(z.string()).default(webhookEvents.map(({ kind }) => kind)),
    count: wholeNumber,
    seconds: wholeNumber,
  }),
  output: z.object({ forwarded: z.int(), failed: z.int() }),
  run: async (host, { api: address, forward, event: events, count, seconds }) => {
    const env = { ...host.env, FAIRCLICK_TOKEN: readKey(host.env) };
    const api = openApi({ env }, { api: address });
    const { data: webhook } = await subscribe(api, events);
    host.remark(`Listening at ${api.api}. Events are signed with ${webhook.secret}\n`);
    const limits = [host.catchInterrupt()];
    if (seconds !== undefined) limits.push(AbortSignal.timeout(seconds * 1_000));
    const param = { id: webhook._id };
    try {
      return await forwardEvents({
        take: async () =>
          (
            await api.call(({ api: { webhooks } }) =>
              webhooks[":id"].deliveries.take.$post({ param }),
            )
          ).data,
        forward,
        count: count ?? Number.POSITIVE_INFINITY,
        stop: AbortSignal.any(limits),
        remark: (line) => host.remark(`${line}\n`),
      });
    } finally {
      await api.call(({ api: { webhooks } }) => webhooks[":id"].$delete({ param }));
    }
  },
  text: ({ forwarded, failed }, paint) => {
    const line = `Forwarded ${forwarded} events; ${failed} were not accepted.`;
    return failed > 0 ? paint.warn(line) : paint.good(line);
  },
});

async function subscribe(api: Api, events: string[]) {
  try {
    return await api.call(({ api: { webhooks } }) =>
      webhooks.$post({ json: { url: "poll:", events } }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    throw new CliError(
      "unauthenticated",
      error.message,
      `FAIRCLICK_KEY is not valid at this server. ${HOW_TO_GET_A_KEY}`,
    );
  }
}

function readKey(env: Env): string {
  const key = env.FAIRCLICK_KEY ?? "";
  if (key.startsWith("fck_")) return key;
  throw new CliError("validation", "FAIRCLICK_KEY holds no personal API key.", HOW_TO_GET_A_KEY);
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === "http:" || protocol === "https:";
}
