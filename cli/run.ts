import { CommanderError } from "commander";
import { EXIT_DONE, type ExitCode } from "./exit-codes";
import { commanderExitCode, describeFailure, type Failure } from "./failures";
import type { Host } from "./host";
import { createPaint } from "./output/paint";
import { createProgram } from "./program";

/** Runs one command line (without the program's own name) and gives the exit code. */
export async function run(args: readonly string[], host: Host): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT_DONE;
  try {
    const program = createProgram(host, (code) => {
      exitCode = code;
    });
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return commanderExitCode(error);
    const failure = describeFailure(error);
    host.remark(
      args.includes("--json") ? `${JSON.stringify({ error: failure })}\n` : toText(failure, host),
    );
    return failure.exitCode;
  }
}

function toText({ message, hint }: Failure, host: Host): string {
  const paint = createPaint(host.colours);
  return `${paint.bad("error:")} ${message}\n${hint ? `${paint.faint(hint)}\n` : ""}`;
}
