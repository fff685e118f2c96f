import type { Client } from "@fairclick/api/client";
import { type ChangeInput, changeSchema, type OperatorChange } from "@fairclick/core/changes";
import type { Command } from "commander";
import type { ClientResponse } from "hono/client";
import { z } from "zod";
import { confirmChange } from "./confirm-change";
import { openApi } from "./connection/open-api";
import { apiOptions, targetInput } from "./connection/target-options";
import { type CliCommand, defineCommand } from "./define-command";
import type { Host } from "./host";
import { describeChange } from "./output/describe-change";

export type ChangeDefinition = {
  /**
   * Includes the argument that names the subject, if there is one: `disable <link>`. Further
   * arguments need `optionsInput`.
   */
  usage: string;
  /** Name of the argument that names the subject, if it is not the first one. */
  subject?: string;
  summary: string;
  about: string;
  examples: readonly [string, ...string[]];
  /** Returns what the change stops and what goes on, shown with it; null for nothing. */
  explain?: (given: Record<string, unknown>) => string | null;
  /** Options beside the common ones; `send` gets their values and those of further arguments. */
  options?: (command: Command) => Command;
  /** May also limit the texts that name the subject. */
  optionsInput?: z.ZodRawShape;
  /** Reads further input once, such as a file; `send` receives it with the options. */
  read?: (host: Host, given: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /**
   * Calls a route that accepts at least `changeInputSchema` and returns `changeResponseSchema`.
   */
  send: (
    client: Client,
    subject: string,
    json: ChangeInput,
    given: Record<string, unknown>,
  ) => Promise<ClientResponse<{ data: OperatorChange }>>;
};

const input = z.object({
  ...targetInput,
  reason: z.string(),
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
});

const same = (command: Command) => command;

/**
 * Defines a command that changes something for other people. It requires a reason, shows the change
 * and asks for confirmation; `--yes` skips the question, `--dry-run` only shows the change.
 */
export function defineChange(change: ChangeDefinition): CliCommand {
  const { usage, subject: named, about, explain, send, read, ...others } = change;
  const { options = same, optionsInput = {}, ...definition } = others;
  const argument = named ?? /<([^>]+)>/.exec(usage)?.[1] ?? "";
  return defineCommand({
    ...definition,
    usage,
    about: `${about} Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change.`,
    options: (command) =>
      options(apiOptions(command))
        .requiredOption("--reason <text>", "reason for the audit log")
        .option("--dry-run", "show the change without applying it")
        .option("--yes", "skip the confirmation"),
    input: input.extend({
      ...(argument === "" ? {} : { [argument]: z.string() }),
      ...optionsInput,
    }),
    output: changeSchema,
    run: async (host, given) => {
      const { reason, dryRun, yes, ...rest } = input.parse(given);
      const subject = z.string().default("").parse(given[argument]);
      const full = { ...given, ...(await read?.(host, given)) };
      const api = openApi(host, rest);
      const ask = async (isDry: boolean) =>
        (await api.call((client) => send(client, subject, { reason, dryRun: isDry }, full))).data;
      if (yes && !dryRun) return ask(false);
      const change = await ask(true);
      if (dryRun) return change;
      const explained = explain?.(given) ?? null;
      await confirmChange(host, change, (made) =>
        [describeChange(made), ...(explained === null ? [] : [explained])].join("\n"),
      );
      return ask(false);
    },
    text: (change, paint) =>
      [
        describeChange(change, paint),
        change.applied ? paint.good("Done.") : paint.warn("Dry run: nothing was changed."),
      ].join("\n"),
  });
}
