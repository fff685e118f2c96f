import type { ExitCode } from "./frame/failures";
import type { Host } from "./frame/host";
import { createProgram } from "./program";
import { runProgram } from "./run-program";

/** Runs one command line, without the program's own name, and returns the exit code. Never throws. */
export function run(args: readonly string[], host: Host): Promise<ExitCode> {
  return runProgram(createProgram, args, host);
}
