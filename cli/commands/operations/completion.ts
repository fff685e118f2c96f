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

/** The command tree is asked for only when the command runs, which is a part of it itself. */
export function defineCompletion(createProgram: () => Command): CliCommand {
  return defineCommand({
    usage: "completion",
    summary: "print what your shell needs to complete commands",
    about:
      "Prints a script with which your shell completes fairclick's commands and options. It follows the commands of this version: print it anew after an update.",
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
