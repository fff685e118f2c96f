import type { Client } from "@fairclick/api/client";
import { type ChangeInput, changeSchema, type OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { Paint } from "@fairclick/core/resource";
import type { Command } from "commander";
import type { ClientResponse } from "hono/client";
import { z } from "zod";
import { type CliCommand, defineCommand } from "./command";
import { LONG_WORK_MS, openApi } from "./connection";
import { apiOptions, CliError, targetInput } from "./failures";
import type { Host } from "./host";
import { createPaint, printable, printableDeep } from "./output";

type ChangeDefinition = {
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
  isLong?: true;
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
  seen: z.string().optional(),
  yes: z.boolean().default(false),
});

const same = (command: Command) => command;

const MAX_SUBJECTS = 50;
const subjectsSchema = z.union([
  z.string(),
  z.array(z.string()).max(MAX_SUBJECTS, { error: `at most ${MAX_SUBJECTS} at a time` }),
]);

/**
 * Defines a command that changes something for other people. It requires a reason, shows the change
 * and asks for confirmation; `--yes` skips the question, `--dry-run` only shows the change. With
 * several subjects, all are previewed before the first is changed.
 */
export function defineChange(change: ChangeDefinition): CliCommand {
  const { usage, subject: named, about, explain, send, read, isLong, ...others } = change;
  const { options = same, optionsInput = {}, ...definition } = others;
  const argument = named ?? /<([^>.]+)(?:\.\.\.)?>/.exec(usage)?.[1] ?? "";
  return defineCommand({
    ...definition,
    usage,
    about: `${about} Shows the change and asks for confirmation; --yes skips the question, --dry-run only shows the change.`,
    options: (command) =>
      options(apiOptions(command))
        .requiredOption("--reason <text>", "reason for the audit log")
        .option("--dry-run", "show the change without applying it")
        .option("--seen <mark>", SEEN_ABOUT)
        .option("--yes", "skip the confirmation"),
    input: input.extend({
      ...(argument === "" ? {} : { [argument]: subjectsSchema }),
      ...optionsInput,
    }),
    output: z.array(changeSchema),
    run: async (host, given) => {
      const { reason, dryRun, seen, yes, ...rest } = input.parse(given);
      const subjects = [subjectsSchema.default("").parse(given[argument])].flat();
      const full = { ...given, ...(await read?.(host, given)) };
      const api = openApi(host, rest);
      const waiting = isLong ? { limitMs: LONG_WORK_MS } : {};
      const askAll = async (isDry: boolean, marks: readonly (string | null)[] = []) => {
        const changes: OperatorChange[] = [];
        for (const [place, subject] of subjects.entries()) {
          const json = { reason, dryRun: isDry, seen: marks[place] || undefined };
          const request = api.call((client) => send(client, subject, json, full), waiting);
          changes.push(
            (
              await request.catch((error: unknown) => {
                if (!isDry && place > 0) host.remark(`${describePart(subjects, place)}\n`);
                throw error;
              })
            ).data,
          );
        }
        return changes;
      };
      if (yes && !dryRun) return askAll(false, seen?.split(","));
      const foreseen = await askAll(true);
      if (dryRun) return foreseen;
      const explained = explain?.(given) ?? null;
      await confirmChange(host, foreseen, (made) =>
        [
          ...made.map((each) => describeChange(each)),
          ...(explained === null ? [] : [explained]),
        ].join("\n"),
      );
      return askAll(false, seen?.split(",") ?? foreseen.map((each) => each.seen));
    },
    text: (changes, paint) =>
      [
        ...changes.map((each) => describeChange(each, paint)),
        changes.every(({ applied }) => applied)
          ? paint.good("Done.")
          : paint.warn(describeDryRun(joinMarks(changes))),
      ].join("\n"),
  });
}

/** Says which subjects were changed, if that of `place` was not. */
function describePart(subjects: readonly string[], place: number): string {
  const [done, rest] = [subjects.slice(0, place), subjects.slice(place)];
  return printable(
    `Changed before the failure: ${done.join(", ")}. Not changed: ${rest.join(", ")}.`,
  );
}

/** Joins the marks of several previews by commas; null if none counted anything. */
function joinMarks(changes: readonly OperatorChange[]): string | null {
  const marks = changes.map(({ seen }) => seen ?? "");
  return marks.some(Boolean) ? marks.join(",") : null;
}

type Act = {
  about: string;
  /** What the act stops and what goes on, shown before it is confirmed. */
  explain?: string;
  send: ChangeDefinition["send"];
};

type Definition = Pick<ChangeDefinition, "examples" | "options" | "optionsInput"> & {
  /** Arguments after the act; the first one names the subject: `<withdrawal>`. Alone, it takes several. */
  usage: string;
  summary: string;
  /** What holds for every act. */
  about: string;
  acts: Readonly<Record<string, Act>>;
};

/** Defines one command for all acts on a kind of subject: `decide <act> <withdrawal>`. */
export function defineActs(definition: Definition): CliCommand {
  const { usage, about, acts, options, optionsInput = {}, ...rest } = definition;
  const names = Object.keys(acts);
  const subject = /^<([\w-]+)>/.exec(usage)?.[1] ?? "";
  const explained = Object.entries(acts).map(([name, act]) => `${name}: ${act.about}`);
  const chosen = ({ act }: Record<string, unknown>): Act => {
    const found = acts[z.string().parse(act)];
    if (!found) throw new AppError("validation", `Give one of: ${names.join(", ")}.`);
    return found;
  };
  return defineChange({
    ...rest,
    usage: `decide <act> ${usage.replace(/^<([\w-]+)>$/, "<$1...>")}`,
    subject,
    about: [...explained, about].join("\n\n"),
    options: (command: Command) => {
      command.registeredArguments[0]?.choices(names);
      return options?.(command) ?? command;
    },
    optionsInput: { ...optionsInput, act: z.string() },
    explain: (given) => chosen(given).explain ?? null,
    send: (client, named, json, given) => chosen(given).send(client, named, json, given),
  });
}

/**
 * Shows a change, with all texts made printable, and asks for confirmation. Throws `conflict` if the
 * answer is not yes, and a `CliError` if there is no terminal.
 */
export async function confirmChange<Change>(
  host: Host,
  change: Change,
  describe: (change: Change) => string,
): Promise<void> {
  if (!host.terminal) {
    throw new CliError(
      "validation",
      "This command asks for confirmation, but there is no terminal.",
      "Use --dry-run to preview the change, or --yes to apply it.",
    );
  }
  host.remark(`${describe(printableDeep(change))}\n`);
  if (await host.terminal.confirm("Apply this change?")) return;
  throw new AppError("conflict", "Nothing was changed.");
}

/** Describes a change: action, subject, and each fact before and after. */
function describeChange(
  { action, subject, before, after }: OperatorChange,
  paint: Paint = createPaint(false),
): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names.map((name) => {
    const [was, is] = [say(before[name]), say(after[name])];
    return was === is ? `  ${name}: ${is}` : `  ${name}: ${paint.faint(was)} → ${paint.strong(is)}`;
  });
  return [`${paint.strong(action)}  ${subject}`, ...lines].join("\n");
}

function say(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? "none" : String(value);
}

/** What `--seen` means, in the help of a command. */
export const SEEN_ABOUT =
  "mark of a dry run: refuse if this would not change exactly what it counted";

/** Says that nothing was changed, and in its last line the mark of what was counted. */
export function describeDryRun(seen: string | null): string {
  const mark = seen === null ? "" : `\nTo apply exactly this: --seen ${seen}`;
  return `Dry run: nothing was changed.${mark}`;
}

/** Returns the `--seen` option that the last line of a dry run names; none if it counted nothing. */
export function readSeen(lines: readonly string[]): string[] {
  const [, mark] = /^To apply exactly this: --seen (\S+)$/.exec(lines.at(-1) ?? "") ?? [];
  return mark === undefined ? [] : ["--seen", mark];
}
