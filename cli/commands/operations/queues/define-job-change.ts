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
import { askFirst } from "../../../ask-first";
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
  /** For a queue without ids; not given where single jobs have to be named. */
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
 * A command about one queue or single jobs of one: it takes a reason, shows what it will change, and
 * asks before it does.
 */
export function defineJobChange({ send, sendAll, options, ...definition }: Definition): CliCommand {
  return defineCommand({
    ...definition,
    options: (command) =>
      apiOptions(options?.(command) ?? command)
        .requiredOption("--reason <text>", "why; it is kept in the audit log")
        .option("--dry-run", "show what would change, and change nothing")
        .option("--yes", "do not ask"),
    input,
    output: changeSchema,
    run: async (host, { jobs, reason, clicks, dryRun, yes, ...target }) => {
      const { queue, ids } = parseJobs(jobs);
      if (ids.length === 0 && !sendAll) {
        throw new AppError("validation", "Name single jobs, as QUEUE/ID.");
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
      await askFirst(host, change, describeChange);
      return ask(false);
    },
    text: (change, paint) =>
      [
        describeChange(change, paint),
        change.applied ? paint.good("Done.") : paint.warn("A dry run: nothing was changed."),
      ].join("\n"),
  });
}

/** Either one queue, or jobs of one queue. An id may hold slashes. */
function parseJobs(jobs: readonly string[]): { queue: string; ids: string[] } {
  const named = jobs.map((job) => {
    const slash = job.indexOf("/");
    return slash === -1
      ? { queue: job, id: null }
      : { queue: job.slice(0, slash), id: job.slice(slash + 1) };
  });
  const [first] = named;
  if (!first || named.some(({ queue }) => queue !== first.queue)) {
    throw new AppError("validation", "Name jobs of one queue at a time.");
  }
  const ids = named.map(({ id }) => id).filter((id) => id !== null);
  if (ids.length !== named.length && named.length > 1) {
    throw new AppError("validation", "Name either one queue or single jobs, as QUEUE/ID.");
  }
  return { queue: first.queue, ids };
}
