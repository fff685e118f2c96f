import { type Command, CommanderError } from "commander";
import { moveCommonOptions } from "./frame/command";
import {
  describeFailure,
  describeUsageError,
  EXIT_DONE,
  type ExitCode,
  type Failure,
} from "./frame/failures";
import type { Host } from "./frame/host";
import { createPaint, guardOutput, toJsonLine } from "./frame/output";

export type Surroundings = {
  /** `runProgram` prints errors as JSON, so Commander prints none. */
  isJson: boolean;
  finish: (exitCode: ExitCode) => void;
  /** Adds the commands of a group, such as `links`, when one of them runs: there are 150 in all. */
  isLazy?: true;
};

export type CreateProgram = (host: Host, surroundings: Surroundings) => Command;

/** Runs one command line, without the program's own name, and returns the exit code. Never throws. */
export async function runProgram(
  createProgram: CreateProgram,
  args: readonly string[],
  given: Host,
): Promise<ExitCode> {
  const host = guardHost(given);
  const isJson = asksForJson(args);
  const fail = (failure: Failure): ExitCode => {
    host.remark(isJson ? `${toJsonLine({ error: failure })}\n` : toText(failure, host));
    return failure.exitCode;
  };
  let exitCode: ExitCode = EXIT_DONE;
  const program = createProgram(host, {
    isJson,
    isLazy: true,
    finish: (code) => {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync(moveCommonOptions(args), { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(describeFailure(error));
    const failure = describeUsageError(error);
    if (!failure) return EXIT_DONE;
    // Commander has already printed the error as text.
    return isJson ? fail(failure) : failure.exitCode;
  }
}

function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const line = (end === -1 ? args : args.slice(0, end)).join(" ");
  return /(?:^| )(?:--json|-o ?json|--output[ =]json)(?: |$)/.test(line);
}

/** Escapes terminal control sequences in all output, whichever command prints it. */
function guardHost(host: Host): Host {
  return {
    ...host,
    write: (text) => host.write(guardOutput(text)),
    remark: (text) => host.remark(guardOutput(text)),
  };
}

function toText({ message, hint }: Failure, host: Host): string {
  const paint = createPaint(host.colours);
  return `${paint.bad("error:")} ${message}\n${hint ? `${paint.faint(hint)}\n` : ""}`;
}
