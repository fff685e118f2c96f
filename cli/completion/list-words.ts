import type { Command } from "commander";

export type Word = { word: string; about: string };

/** What can follow a command: `at` is what was typed of it, without the program's own name. */
export type Place = { at: string; words: Word[] };

/** Every place of the command tree, and the words that can follow there. */
export function listWords(program: Command, at = ""): Place[] {
  const below = program.commands.map((command) => ({
    word: command.name(),
    about: command.summary() || command.description(),
  }));
  const options = program.createHelp().visibleOptions(program);
  const flags = options.map(({ long, description }) => ({ word: long ?? "", about: description }));
  const choices = program.registeredArguments
    .flatMap(({ argChoices }) => argChoices ?? [])
    .map((word) => ({ word, about: "" }));
  return [
    { at, words: [...below, ...choices, ...flags] },
    ...program.commands.flatMap((command) => listWords(command, `${at} ${command.name()}`.trim())),
  ];
}
