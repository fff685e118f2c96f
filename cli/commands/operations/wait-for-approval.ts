import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@fairclick/core/errors";
import { type operatorSchema, requestOfToken } from "@fairclick/core/operations/operators";
import type { z } from "zod";
import { connectWith } from "../../connection/open-api";
import { CliError } from "../../failures";
import type { Host } from "../../host";

const POLL_MS = 3_000;
const LONGEST_MS = 15 * 60_000;

type Waiting = { api: string; token: string; pollMs?: number };

/**
 * Prints the request for the token and waits until it is approved. Returns the operator. Throws a
 * `CliError` after 15 minutes, or if the person interrupts it.
 */
export async function waitForApproval(
  host: Host,
  { api, token, pollMs = POLL_MS }: Waiting,
): Promise<{ data: z.infer<typeof operatorSchema> }> {
  const request = await requestOfToken(token);
  host.remark(
    [
      `Ask somebody with access to the server of ${api} to run, with your name and role:`,
      "",
      `  fairclick operators add NAME --role ROLE --request ${request}`,
      "",
      "The request is no secret. This waits for at most 15 minutes; Ctrl-C ends it.\n",
    ].join("\n"),
  );
  const signal = host.catchInterrupt();
  const connection = connectWith(host.env, { api, token });
  for (let waitedMs = 0; waitedMs < LONGEST_MS && !signal.aborted; waitedMs += pollMs) {
    try {
      return await connection.call((client) => client.api.admin.me.$get());
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    }
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
  throw new CliError(
    "conflict",
    "Nobody has approved the request.",
    "Run `fairclick login --request` again: each request is for another token.",
  );
}
