import { jobs } from "@fairclick/core/jobs";
import type { Argument, Command } from "commander";

export type Word = { word: string; about: string };

/** Words that can follow a command; `at` is the command, without the program's own name. */
export type Place = { at: string; words: Word[]; options: ValuedOption[] };

/** An option that takes one of a few values; `names` are its spellings. */
export type ValuedOption = { names: string[]; values: readonly string[] };

/** Returns every command of the tree with the words that can follow it. */
export function listWords(program: Command, at = ""): Place[] {
  const below = program.commands.map((command) => ({
    word: command.name(),
    about: command.summary() || command.description(),
  }));
  const options = program.createHelp().visibleOptions(program);
  const flags = options.map(({ long, description }) => ({ word: long ?? "", about: description }));
  const choices = program.registeredArguments
    .flatMap(listChoices)
    .map((word) => ({ word, about: "" }));
  const valued = options.flatMap(({ short, long, argChoices }) =>
    argChoices ? [{ names: [short, long].filter((name) => name != null), values: argChoices }] : [],
  );
  return [
    { at, words: [...below, ...choices, ...flags], options: valued },
    ...program.commands.flatMap((command) => listWords(command, `${at} ${command.name()}`.trim())),
  ];
}

/** Arguments that name a queue, or jobs by their queue, take its name. */
function listChoices(argument: Argument): readonly string[] {
  const takesQueue = ["queue", "jobs"].includes(argument.name());
  return argument.argChoices ?? (takesQueue ? jobs.map(({ name }) => name) : []);
}
