import { AppError, type ErrorCode } from "@fairclick/core/errors";
import type { CommanderError } from "commander";
import { EXIT_UNREACHABLE, EXIT_USAGE, type ExitCode, exitCodes } from "./exit-codes";
import { printable } from "./output/printable";

export type Failure = { exitCode: ExitCode; code: string; message: string; hint: string | null };

/** A refusal of the command line program itself, with what to do about it. */
export class CliError extends Error {
  readonly failure: Failure;

  constructor(code: ErrorCode, message: string, hint: string) {
    super(message);
    this.name = "CliError";
    this.failure = { exitCode: exitCodes[code], code, message, hint };
  }
}

const hints: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "Run `fairclick login`, or set FAIRCLICK_TOKEN to an operator's token.",
  forbidden: "Who has access to the database can give it with `fairclick operators add`.",
  rate_limited: "Wait a moment and try again.",
  unavailable: "Try again in a moment; `fairclick doctor` says what is wrong on the server.",
  internal: "The server's log has the details.",
};

/** What went wrong and what to do next, in printable text. */
export function describeFailure(error: unknown): Failure {
  const failure = explainFailure(error);
  return { ...failure, message: printableLines(failure.message) };
}

/** Later lines are indented, so that none of them can pass for a line of ours. */
function printableLines(text: string): string {
  const [first = "", ...rest] = text.split("\n").map(printable);
  return [first, ...rest.map((line) => (line.startsWith("  ") ? line : `  ${line}`))].join("\n");
}

function explainFailure(error: unknown): Failure {
  if (error instanceof CliError) return error.failure;
  if (error instanceof AppError) {
    const { code, message } = error;
    return { exitCode: exitCodes[code], code, message, hint: hints[code] ?? null };
  }
  if (error instanceof Error && error.name === "ConfigError") {
    return { exitCode: EXIT_USAGE, code: "configuration", message: error.message, hint: null };
  }
  if (isUnreachable(error)) {
    return {
      exitCode: EXIT_UNREACHABLE,
      code: "unavailable",
      message: `The database cannot be reached: ${error.message}`,
      hint: "Check DATABASE_URL and DATABASE_OWNER_URL; `fairclick doctor` says more.",
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (isUnmigrated(error)) {
    const hint = "Bring the database up to date with `fairclick db migrate`.";
    return { exitCode: exitCodes.conflict, code: "conflict", message, hint };
  }
  return { exitCode: exitCodes.internal, code: "internal", message, hint: null };
}

/** What Commander refused; null for a request for help, which it has answered by then. */
export function describeUsageError(error: CommanderError): Failure | null {
  if (error.exitCode === 0) return null;
  const message =
    error.code === "commander.help"
      ? "A command is missing."
      : error.message.replace(/^error: /, "");
  return {
    exitCode: EXIT_USAGE,
    code: "validation",
    message: printableLines(message),
    hint: "Run it with --help to see how it is used.",
  };
}

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "57P03",
]);

function isUnreachable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && connectionCodes.has(String(error.code));
}

/** Postgres does not know the table. */
function isUnmigrated(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "42P01";
}
