import { AppError } from "@fairclick/core/errors";
import type { Command } from "commander";
import type { z } from "zod";
import { EXIT_DONE, type ExitCode } from "./exit-codes";
import type { Host } from "./host";
import { createPaint, type Paint } from "./output/paint";
import { printableDeep, toJsonLine } from "./output/printable";

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
};

export type CliCommand = {
  name: string;
  output: z.ZodType;
  /** Returns a result as text or JSON. Makes foreign text in it printable. */
  print: (result: unknown, how: { isJson: boolean; paint: Paint }) => string;
  attach: (parent: Command, host: Host, finish: (exitCode: ExitCode) => void) => void;
};

/** Commands that share their first word: `clicks list`, `clicks show`. */
export type Noun = { name: string; summary: string; commands: readonly CliCommand[] };

/**
 * Defines a command. One plain function, `run`, serves people (`text`) and programs (`--json`).
 *
 * - `--json` output is parsed with `output`, so it always matches `docs/cli.md`; fields that the schema
 *   does not name are left out.
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
      command.option("--json", "print the result as JSON").action(async () => {
        const result = await definition.run(host, readInput(definition.input, command));
        const isJson = command.opts().json === true;
        const text = print(result, { isJson, paint: createPaint(host.colours) });
        if (text !== "") host.write(`${text}\n`);
        finish(definition.exitCode?.(result) ?? EXIT_DONE);
      });
    },
  };
}

function explainExamples(examples: readonly string[]): string {
  return ["", "Examples:", ...examples.map((line) => `  $ fairclick ${line}`)].join("\n");
}

function readInput<Input extends z.ZodObject>(schema: Input, command: Command): z.infer<Input> {
  const given = command.registeredArguments.map((argument, index) => [
    argument.name(),
    command.processedArgs[index],
  ]);
  const parsed = schema.safeParse({ ...command.opts(), ...Object.fromEntries(given) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("validation", `${issue?.path.join(".")}: ${issue?.message}`);
}

function toJson(result: unknown): string {
  const documents = Array.isArray(result) ? result : [result];
  return documents.map(toJsonLine).join("\n");
}
