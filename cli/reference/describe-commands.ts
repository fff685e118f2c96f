import type { Command } from "commander";
import { z } from "zod";
import { createProgram, findCommand, nouns, verbs } from "../program";
import { silentHost } from "../silent-host";

const schemaNode = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.union([z.string(), z.number()]).optional(),
  enum: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Returns the text of `docs/cli.md`: the help of every command and the shape of its JSON. */
export function describeCommands(): string {
  const program = createProgram(silentHost, { isJson: false, finish: () => {} });
  const chapters = [
    ...nouns.flatMap((noun) => {
      const group = noun.name.split(" ").reduce(findCommand, program);
      return noun.commands.map((of) => ({ of, command: findCommand(group, of.name) }));
    }),
    ...verbs.map((of) => ({ of, command: findCommand(program, of.name) })),
  ];
  return [
    "# The command line",
    "Generated from the commands by `bun cli/reference/main.ts`: do not edit this page.",
    "In a checkout, run it as `bun run fairclick …`.",
    block("text", renderHelp(program)),
    ...chapters.flatMap(({ command, of }) => [
      `## ${fullName(command)}`,
      block("text", renderHelp(command)),
      describeOutput(of.output),
    ]),
    "## Errors with --json",
    "One JSON document on standard error; standard output stays empty:",
    block("json", '{"error":{"exitCode":2,"code":"validation","message":"…","hint":"…"}}'),
  ]
    .join("\n\n")
    .concat("\n");
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

function renderHelp(command: Command): string {
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

/** Returns a JSON Schema as a TypeScript type. Throws for constructs that no command's output uses. */
function describeShape(schema: unknown, indent = ""): string {
  const node = schemaNode.parse(schema);
  if (node.anyOf) return node.anyOf.map((one) => describeShape(one, indent)).join(" | ");
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(node.type)) return node.type.join(" | ");
  if (node.type === "array") {
    const item = describeShape(node.items, indent);
    return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (node.properties) {
    const fields = Object.entries(node.properties).map(([name, value]) => {
      const mark = node.required.includes(name) ? "" : "?";
      return `${indent}  ${name}${mark}: ${describeShape(value, `${indent}  `)};\n`;
    });
    return `{\n${fields.join("")}${indent}}`;
  }
  if (node.type === "object") return `Record<string, ${describeShape(node.additionalProperties)}>`;
  if (node.type === "integer") return "number";
  if (node.type) return node.type;
  throw new Error(`Cannot describe the schema ${JSON.stringify(schema)}`);
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
