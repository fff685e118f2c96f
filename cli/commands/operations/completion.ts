import { Argument, type Command } from "commander";
import { z } from "zod";
import { toBash } from "../../completion/bash";
import { toFish } from "../../completion/fish";
import { listWords, type Place } from "../../completion/list-words";
import { toZsh } from "../../completion/zsh";
import { type CliCommand, defineCommand } from "../../define-command";

const shells = ["bash", "zsh", "fish"] as const;

const scripts: Record<(typeof shells)[number], (places: Place[]) => string> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
};

/** Takes a function because the program contains this command itself. */
export function defineCompletion(createProgram: () => Command): CliCommand {
  return defineCommand({
    usage: "completion",
    summary: "print a completion script for your shell",
    about:
      "Prints a script that lets your shell complete the commands and options of fairclick. Print it again after an update.",
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/fairclick",
      "completion zsh > ~/.zsh/completions/_fairclick",
      "completion fish > ~/.config/fish/completions/fairclick.fish",
    ],
    options: (command) => command.addArgument(new Argument("<shell>").choices(shells)),
    input: z.object({ shell: z.enum(shells) }),
    output: z.object({ shell: z.enum(shells), script: z.string() }),
    run: async (_, { shell }) => ({ shell, script: scripts[shell](listWords(createProgram())) }),
    text: ({ shell }) => scripts[shell](listWords(createProgram())),
  });
}
