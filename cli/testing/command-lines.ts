import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command, Option } from "commander";
import { silentHost } from "../frame/host";
import { createProgram, findCommand, nouns, verbs } from "../program";

const UUID = "01900000-0000-7000-8000-000000000001";

/**
 * Returns all commands of the program, so that new ones are tested too, and `lineFor`, which makes a
 * command line with all required arguments and options. Writes a policy file into `folder`.
 */
export function listCommandLines(folder: string) {
  const policyFile = join(folder, "policy.json");
  writeFileSync(policyFile, "{}");
  const program = createProgram(silentHost, { isJson: false, finish: () => {} });
  const findOptions = (words: readonly string[]) => words.reduce(findCommand, program);
  const has = (words: readonly string[], option: string) =>
    findOptions(words).options.some(({ long }) => long === option);
  const commands = [
    ...nouns.flatMap(({ name, commands: below }) =>
      below.map((command) => ({ words: [name, command.name], command })),
    ),
    ...verbs.map((command) => ({ words: [command.name], command })),
  ].map(({ words, command }) => ({ name: words.join(" "), words, command }));
  return {
    program,
    commands,
    /** Commands that call the API. `inspect` needs a screen. */
    remote: commands.filter(({ name, words }) => has(words, "--api") && name !== "inspect"),
    /** Commands that ask before they change something. */
    acting: commands.filter(({ words }) => has(words, "--dry-run")),
    lineFor: (words: readonly string[], url: string) => [
      ...words,
      ...requiredWords(findOptions(words), policyFile),
      "--api",
      url,
    ],
  };
}

function requiredWords(command: Command, policyFile: string): string[] {
  const given = command.registeredArguments.map((argument) => {
    if (["file", "policy"].includes(argument.name())) return policyFile;
    if (argument.name() === "version") return "1";
    return argument.name() === "jobs"
      ? `record-clicks/${UUID}`
      : (argument.argChoices?.[0] ?? UUID);
  });
  const required = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap((option) => [option.long ?? "", textFor(option)]);
  return [...given, ...required];
}

function textFor({ argChoices, flags, long }: Option): string {
  if (argChoices) return argChoices[0] ?? "";
  if (/time|from|to|since/.test(long ?? "")) return "2026-01-31T12:00:00Z";
  return flags.includes("scope") ? "ledger:read" : "why";
}
