import { AppError } from "@fairclick/core/errors";
import type { Paint } from "@fairclick/core/resource";
import { pickJson } from "@fairclick/core/schemas";
import { type Command, Option } from "commander";
import { z } from "zod";
import { resolveNames } from "./connection";
import { apiOptions, EXIT_DONE, type ExitCode, targetInput } from "./failures";
import type { Host } from "./host";
import { createPaint, printable, printableDeep, toJsonLine } from "./output";

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
  run: (host: Host, input: z.infer<Input>) => Promise<z.input<Output>>;
  text: (result: z.input<Output>, paint: Paint) => string;
  /** The rows of `-o csv`; by default the documents of `--json`. */
  csv?: (result: z.input<Output>) => readonly unknown[];
  exitCode?: (result: z.input<Output>) => ExitCode;
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
 * - `--json` output has the JSON of `output`: fields that it does not name are left out.
 * - `text` receives a result with printable texts: only the colours and line breaks that it adds
 *   itself reach the terminal.
 *
 * Use `defineChange` for a command that changes something for other people: it asks for confirmation.
 */
export function defineCommand<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Definition<Input, Output>,
): CliCommand {
  const [name = ""] = definition.usage.split(" ");
  const pick = (result: unknown) => pickJson(definition.output, result);
  const print = (result: z.input<Output>, { isJson, paint }: { isJson: boolean; paint: Paint }) =>
    isJson ? toJson(pick(result)) : definition.text(printableDeep(result), paint);
  const printResult = (result: z.input<Output>, format: OutputFormat, paint: Paint) =>
    format === "csv"
      ? toCsvTable(definition.csv?.(result) ?? toDocuments(pick(result)))
      : print(result, { isJson: format === "json", paint });
  return {
    name,
    output: definition.output,
    print: (result, how) => print(pick(result), how),
    attach: (parent, host, finish) => {
      const command = parent
        .command(definition.usage)
        .summary(definition.summary)
        .description(definition.about)
        .addHelpText("after", explainExamples(definition.examples));
      definition.options?.(command);
      addOutputOptions(command);
      command.action(async () => {
        const format = readFormat(command);
        const given = { ...command.opts(), json: format === "json" };
        const input = await resolveNames(
          host,
          command,
          readInput(definition.input, command, given),
        );
        const result = await definition.run(host, input);
        const text = printResult(result, format, createPaint(host.colours));
        if (text !== "") host.write(`${text}\n`);
        finish(definition.exitCode?.(result) ?? EXIT_DONE);
      });
    },
  };
}

function explainExamples(examples: readonly string[]): string {
  return ["", "Examples:", ...examples.map((line) => `  $ fairclick ${line}`)].join("\n");
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

const withValue = ["--api", "--profile", "-o", "--output"];
const alone = ["--json"];

/**
 * Moves options that every command accepts from before the command to its end, so that
 * `fairclick --api X links list` works, and turns `version` into `--version`.
 */
export function moveCommonOptions(args: readonly string[]): string[] {
  const moved: string[] = [];
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (alone.includes(word) || withValue.some((name) => word.startsWith(`${name}=`))) {
      moved.push(word);
    } else if (withValue.includes(word)) {
      moved.push(word, ...args.slice(index + 1, index + 2));
      index += 1;
    } else break;
  }
  const rest = args.slice(index);
  if (rest.length === 1 && rest[0] === "version") return ["--version"];
  const end = rest.indexOf("--");
  const place = end === -1 ? rest.length : end;
  return [...rest.slice(0, place), ...moved, ...rest.slice(place)];
}

const outputFormats = ["table", "json", "csv"] as const;

type OutputFormat = (typeof outputFormats)[number];

const outputOptions = z.object({
  json: z.boolean().default(false),
  output: z.enum(outputFormats).default("table"),
});

function addOutputOptions(command: Command): Command {
  return command
    .option("--json", "print the result as JSON")
    .addOption(
      new Option("-o, --output <format>", "how to print the result; json is --json").choices(
        outputFormats,
      ),
    );
}

function readFormat(command: Command): OutputFormat {
  const { json, output } = outputOptions.parse(command.opts());
  return json ? "json" : output;
}

export const listInput = {
  ...targetInput,
  limit: z.coerce
    .number({ error: "must be a whole number" })
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(100_000, { error: "must be at most 100000" }),
};

export function listOptions(command: Command): Command {
  return apiOptions(command).option("--limit <count>", "maximum number of rows", "50");
}

/** Quotes a field. Prevents formula injection: spreadsheets run `=…` as a formula, and strangers choose names. */
export function toCsvField(text: string): string {
  const shown = printable(text);
  const safe = /^[=+\-@]/.test(shown) ? `'${shown}` : shown;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns documents as CSV with a heading: one column per field, nested fields as `clicks.valid`. Arrays
 * become JSON. Returns an empty text if there are no documents.
 */
function toCsvTable(documents: readonly unknown[]): string {
  const rows = documents.map((document) => new Map(listFields(document)));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (columns.length === 0) return "";
  const lines = rows.map((row) => columns.map((column) => row.get(column) ?? ""));
  return [columns, ...lines].map((line) => line.map(toCsvField).join(",")).join("\r\n");
}

/** Returns the fields of a document by path, such as `clicks.valid`. */
function listFields(value: unknown, path = ""): [string, string][] {
  if (value === null || value === undefined) return [[path || "value", ""]];
  if (Array.isArray(value)) return [[path || "value", JSON.stringify(value)]];
  if (typeof value !== "object") return [[path || "value", String(value)]];
  return Object.entries(value).flatMap(([name, field]) =>
    listFields(field, path ? `${path}.${name}` : name),
  );
}
