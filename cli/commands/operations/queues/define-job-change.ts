import type { Client } from "@fairclick/api/client";
import { AppError } from "@fairclick/core/errors";
import {
  changeSchema,
  type OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import type { JobChangeInput } from "@fairclick/core/operations/queues-schema";
import type { Command } from "commander";
import type { ClientResponse } from "hono/client";
import { z } from "zod";
import { confirmChange } from "../../../confirm-change";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { type CliCommand, defineCommand } from "../../../define-command";
import { describeChange } from "../../../output/describe-change";

type Answer = Promise<ClientResponse<{ data: OperatorChange }>>;

type Definition = {
  usage: string;
  summary: string;
  about: string;
  examples: readonly [string, ...string[]];
  options?: (command: Command) => Command;
  /** Sends the change for a whole queue; without it, the command accepts only single jobs. */
  sendAll?: (client: Client, queue: string, json: Omit<JobChangeInput, "ids">) => Answer;
  send: (client: Client, queue: string, json: JobChangeInput) => Answer;
};

const input = z.object({
  ...targetInput,
  jobs: z.array(z.string()),
  clicks: z.string().optional(),
  reason: z.string(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

/**
 * Defines a command that changes a queue or single jobs of one queue. It requires a reason, shows the
 * change and asks for confirmation.
 */
export function defineJobChange({ send, sendAll, options, ...definition }: Definition): CliCommand {
  return defineCommand({
    ...definition,
    options: (command) =>
      apiOptions(options?.(command) ?? command)
        .requiredOption("--reason <text>", "reason for the audit log")
        .option("--dry-run", "show the change without applying it")
        .option("--yes", "skip the confirmation"),
    input,
    output: changeSchema,
    run: async (host, { jobs, reason, clicks, dryRun, yes, ...target }) => {
      const { queue, ids } = parseJobs(jobs);
      if (ids.length === 0 && !sendAll) {
        throw new AppError("validation", "Give single jobs as QUEUE/ID.");
      }
      const api = openApi(host, target);
      const ask = async (isDry: boolean) => {
        const json = { reason, dryRun: isDry, ...(clicks === undefined ? {} : { clicks }) };
        const answer = await api.call((client) =>
          ids.length === 0 && sendAll
            ? sendAll(client, queue, json)
            : send(client, queue, { ...json, ids }),
        );
        return answer.data;
      };
      if (yes && !dryRun) return ask(false);
      const change = await ask(true);
      if (dryRun) return change;
      await confirmChange(host, change, describeChange);
      return ask(false);
    },
    text: (change, paint) =>
      [
        describeChange(change, paint),
        change.applied ? paint.good("Done.") : paint.warn("Dry run: nothing was changed."),
      ].join("\n"),
  });
}

/** Parses one QUEUE, or QUEUE/ID for jobs of one queue; an id may contain slashes. `ids` is empty for a whole queue. */
function parseJobs(jobs: readonly string[]): { queue: string; ids: string[] } {
  const named = jobs.map((job) => {
    const slash = job.indexOf("/");
    return slash === -1
      ? { queue: job, id: null }
      : { queue: job.slice(0, slash), id: job.slice(slash + 1) };
  });
  const [first] = named;
  if (!first || named.some(({ queue }) => queue !== first.queue)) {
    throw new AppError("validation", "Give jobs of one queue at a time.");
  }
  const ids = named.map(({ id }) => id).filter((id) => id !== null);
  if (ids.length !== named.length && named.length > 1) {
    throw new AppError("validation", "Give either one queue, or single jobs as QUEUE/ID.");
  }
  return { queue: first.queue, ids };
}
