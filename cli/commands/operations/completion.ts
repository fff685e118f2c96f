import { Argument, type Command } from "commander";
import { z } from "zod";
import { toBash } from "../../completion/bash";
import { toFish } from "../../completion/fish";
import { listWords, type Place } from "../../completion/list-words";
import { toZsh } from "../../completion/zsh";
import { readProfiles } from "../../connection/profiles";
import { type CliCommand, defineCommand } from "../../define-command";
import type { Env } from "../../env";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];
const printed = [...shells, "profiles"] as const;

const scripts: Record<Shell, (places: Place[]) => string> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
};

/** Shells expand the words that they complete, so only names without special characters are offered. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** Takes a function because the program contains this command itself. */
export function defineCompletion(createProgram: () => Command): CliCommand {
  const write = (shell: Shell) => scripts[shell](listWords(createProgram()));
  return defineCommand({
    usage: "completion",
    summary: "print a completion script for your shell",
    about:
      "Prints a script that lets your shell complete commands, options, the values of options with few choices, queues and profiles. Print it again after an update. The scripts call `completion profiles` for the names of your profiles.",
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/fairclick",
      "completion zsh > ~/.zsh/completions/_fairclick",
      "completion fish > ~/.config/fish/completions/fairclick.fish",
    ],
    options: (command) => command.addArgument(new Argument("<shell>").choices(printed)),
    input: z.object({ shell: z.enum(printed) }),
    output: z.object({ shell: z.enum(printed), script: z.string() }),
    run: async ({ env }, { shell }) => ({
      shell,
      script: shell === "profiles" ? listProfiles(env) : write(shell),
    }),
    text: ({ shell, script }) => (shell === "profiles" ? script : write(shell)),
  });
}

function listProfiles(env: Env): string {
  const names = Object.keys(readProfiles(env));
  return names.filter((name) => plainName.test(name)).join(" ");
}
