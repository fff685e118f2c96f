import type { Command } from "commander";
import { z } from "zod";
import { createProgram, nouns, verbs } from "../program";
import { silentHost } from "../silent-host";
import { describeShape } from "./describe-shape";

/** The whole of `docs/cli.md`: every command's own help and the JSON that it prints. */
export function describeCommands(): string {
  const program = createProgram(silentHost, { isJson: false, finish: () => {} });
  const chapters = [
    ...nouns.flatMap((noun) =>
      noun.commands.map((of) => ({ of, command: find(find(program, noun.name), of.name) })),
    ),
    ...verbs.map((of) => ({ of, command: find(program, of.name) })),
  ];
  return [
    "# The command line",
    "Written by `bun cli/reference/main.ts` from the commands themselves: change those, not this page.",
    "In a checkout it is run as `bun run fairclick …`.",
    block("text", helpOf(program)),
    ...chapters.flatMap(({ command, of }) => [
      `## ${nameOf(command)}`,
      block("text", helpOf(command)),
      describeOutput(of.output),
    ]),
    "## Errors with --json",
    "One document on standard error, nothing on standard output:",
    block("json", '{"error":{"exitCode":2,"code":"validation","message":"…","hint":"…"}}'),
  ]
    .join("\n\n")
    .concat("\n");
}

function find(program: Command, name: string): Command {
  const command = program.commands.find((candidate) => candidate.name() === name);
  if (!command) throw new Error(`The program has no command ${name}`);
  return command;
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help.trimEnd();
}

function describeOutput(output: z.ZodType): string {
  const schema = z.toJSONSchema(output);
  const [what, shape] =
    schema.type === "array"
      ? ["Each line of `--json`", describeShape(schema.items)]
      : ["`--json`", describeShape(schema)];
  return `${what}:\n\n${block("ts", shape)}`;
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
