import { AppError } from "@fairclick/core/errors";
import type { Command } from "commander";
import { z } from "zod";
import { resolveNames } from "./connection/resolve-names";
import { EXIT_DONE, type ExitCode } from "./exit-codes";
import type { Host } from "./host";
import { toCsvTable } from "./output/csv";
import { addOutputOptions, type OutputOptions } from "./output/output-options";
import { createPaint, type Paint } from "./output/paint";
import { printableDeep, toJsonLine } from "./output/printable";
import { sortDocuments } from "./output/sort-documents";
import { repeat } from "./repeat";

type Definition<Input extends z.ZodObject, Output extends z.ZodType> = {
  /** Commander syntax: `add <name>`. */
  usage: string;
  summary: string;
  about: string;
  /** Command lines without the leading `fairclick`. */
  examples: readonly [string, ...string[]];
  options?: (command: Command) => Command;
  /** Arguments and options, by name. */
  input: Input;
  /** Schema of the `--json` output: one document, or one line per element of an array. */
  output: Output;
  run: (host: Host, input: z.infer<Input>) => Promise<z.infer<Output>>;
  text: (result: z.infer<Output>, paint: Paint) => string;
  exitCode?: (result: z.infer<Output>) => ExitCode;
  /** False if the command must not be repeated by --watch. Default: true for commands of the API. */
  canRepeat?: false;
};

export type CliCommand = {
  name: string;
  output: z.ZodType;
  /** Returns a result as text or JSON. Makes foreign text in it printable. */
  print: (result: unknown, how: { isJson: boolean; paint: Paint }) => string;
  attach: (parent: Command, host: Host, finish: (exitCode: ExitCode) => void) => void;
};

/** Commands that share their first words: `clicks list`, `clicks show`. A name may have two words. */
export type Noun = { name: string; summary: string; commands: readonly CliCommand[] };

/**
 * Defines a command. One plain function, `run`, serves people (`text`) and programs (`--json`).
 *
 * - `--json` output is parsed with `output`, and fields that the schema does not name are left out.
 * - `text` receives a result with printable texts: only the colours and line breaks that it adds
 *   itself reach the terminal.
 *
 * Use `defineChange` for a command that changes something for other people: it asks for confirmation.
 */
export function defineCommand<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Definition<Input, Output>,
): CliCommand {
  const [name = ""] = definition.usage.split(" ");
  const print = (result: z.infer<Output>, { isJson, paint }: { isJson: boolean; paint: Paint }) =>
    isJson
      ? toJson(definition.output.parse(result))
      : definition.text(printableDeep(result), paint);
  const printResult = (result: z.infer<Output>, { format }: OutputOptions, paint: Paint) =>
    format === "csv"
      ? toCsvTable(toDocuments(definition.output.parse(result)))
      : print(result, { isJson: format === "json", paint });
  return {
    name,
    output: definition.output,
    print: (result, how) => print(definition.output.parse(result), how),
    attach: (parent, host, finish) => {
      const command = parent
        .command(definition.usage)
        .summary(definition.summary)
        .description(definition.about)
        .addHelpText("after", explainExamples(definition.examples));
      definition.options?.(command);
      const readOutput = addOutputOptions(command, {
        isList: definition.output instanceof z.ZodArray,
        canRepeat: definition.canRepeat !== false && isReading(command),
      });
      command.action(async () => {
        const output = readOutput();
        const given = { ...command.opts(), json: output.format === "json" };
        const input = await resolveNames(
          host,
          command,
          readInput(definition.input, command, given),
        );
        const runOnce = async (): Promise<{ text: string; exitCode: ExitCode }> => {
          const result = sortResult(await definition.run(host, input), output);
          const text = printResult(result, output, createPaint(host.colours));
          return { text, exitCode: definition.exitCode?.(result) ?? EXIT_DONE };
        };
        finish(await repeat(host, output.watchSeconds, runOnce));
      });
    },
  };
}

function explainExamples(examples: readonly string[]): string {
  return ["", "Examples:", ...examples.map((line) => `  $ fairclick ${line}`)].join("\n");
}

/** Whether the command reads from the API and changes nothing. */
function isReading(command: Command): boolean {
  const names = command.options.map(({ long }) => long);
  return names.includes("--api") && !names.includes("--reason");
}

function sortResult<Result>(result: Result, { sortBy }: OutputOptions): Result;
function sortResult(result: unknown, { sortBy }: OutputOptions): unknown {
  return sortBy !== null && Array.isArray(result) ? sortDocuments(result, sortBy) : result;
}

function readInput<Input extends z.ZodObject>(
  schema: Input,
  command: Command,
  options: Record<string, unknown>,
): z.infer<Input> {
  const given = command.registeredArguments.map((argument, index) => [
    argument.name(),
    command.processedArgs[index],
  ]);
  const parsed = schema.safeParse({ ...options, ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("validation", `${issue?.path.join(".")}: ${issue?.message}`);
}

function toDocuments(result: unknown): unknown[] {
  return Array.isArray(result) ? result : [result];
}

function toJson(result: unknown): string {
  return toDocuments(result).map(toJsonLine).join("\n");
}
