import { AppError } from "@fairclick/core/errors";
import type { Command } from "commander";
import { z } from "zod";
import { type ChangeDefinition, defineChange } from "./define-change";
import type { CliCommand } from "./define-command";

type Act = {
  /** What the act does, in a few sentences. */
  about: string;
  /** What the act stops and what goes on, shown before it is confirmed. */
  explain?: string;
  send: ChangeDefinition["send"];
};

type Definition = Pick<ChangeDefinition, "examples" | "options" | "optionsInput"> & {
  /** Arguments after the act; the first one names the subject: `<withdrawal>`. */
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
    usage: `decide <act> ${usage}`,
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
