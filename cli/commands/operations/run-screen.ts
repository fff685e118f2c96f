import type { ExitCode } from "../../exit-codes";
import { CliError } from "../../failures";
import type { Host } from "../../host";
import type { DoneAct, Source } from "../../views/screen/source";

/** Runs another command line of the program. */
export type RunCommand = (args: readonly string[], host: Host) => Promise<ExitCode>;

type Given = {
  /** The server that the commands of the screen call too. */
  target: { api?: string | undefined; profile?: string | undefined };
  run: RunCommand;
  createSource: (run: Source["run"]) => Source;
};

/** Shows a screen until the person quits. Throws a `CliError` without a terminal. */
export async function runScreen(
  host: Host,
  { target, run, createSource }: Given,
): Promise<readonly DoneAct[]> {
  if (!host.terminal) {
    throw new CliError(
      "validation",
      "This command needs an interactive terminal.",
      "In a pipe, use `fairclick clicks list` and `fairclick clicks show`.",
    );
  }
  const { api, profile } = target;
  const targetArgs = [...(api ? ["--api", api] : []), ...(profile ? ["--profile", profile] : [])];
  const runWords = (words: readonly string[]) => runQuietly(run, [...words, ...targetArgs], host);
  return host.terminal.showScreen(createSource(runWords));
}

/** Runs a command line without a terminal or colours, and returns what it printed. */
async function runQuietly(run: RunCommand, args: readonly string[], host: Host) {
  let text = "";
  const append = (part: string) => {
    text += part;
  };
  const quiet = { ...host, write: append, remark: append, colours: false, terminal: null };
  const exitCode = await run(args, quiet);
  return { isDone: exitCode === 0, text };
}
