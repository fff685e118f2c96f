import { AppError, type ErrorCode } from "@fairclick/core/errors";
import type { Problem } from "@fairclick/core/operations/work";
import type { CommanderError } from "commander";
import { z } from "zod";
import { EXIT_UNREACHABLE, EXIT_USAGE, type ExitCode, exitCodes } from "./exit-codes";
import { printable } from "./output";

export type Failure = { exitCode: ExitCode; code: string; message: string; hint: string | null };

/** An error of the CLI itself. `hint` tells the person what to do. */
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
  forbidden: "Someone with database access can grant the scope with `fairclick operators add`.",
  rate_limited: "Wait a moment and try again.",
  unavailable: "Try again in a moment; `fairclick doctor` on the server finds the cause.",
  internal: "The server's log has the details.",
};

const UNEXPECTED =
  "The server may have another version than this program (fairclick --version), or one of them has a fault.";

/** Describes any thrown value: message, hint and exit code. The message is printable. */
export function describeFailure(error: unknown): Failure {
  const failure = explainFailure(error);
  return { ...failure, message: printableLines(failure.message) };
}

/** Indents all lines after the first, so that foreign text cannot imitate our own output. */
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
      hint: "Check DATABASE_URL and DATABASE_OWNER_URL; `fairclick doctor` shows details.",
    };
  }
  const message = describeError(error);
  if (isUnmigrated(error)) {
    const hint = "Bring the database up to date with `fairclick db migrate`.";
    return { exitCode: exitCodes.conflict, code: "conflict", message, hint };
  }
  return { exitCode: exitCodes.internal, code: "internal", message, hint: UNEXPECTED };
}

/** The message of a schema's error is a JSON document, of which a person needs the first field. */
function describeError(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return `The answer has an unexpected form: ${issue?.path.join(".") || "all"}: ${issue?.message}`;
}

/** Describes an error of Commander. Returns null if help was requested: Commander has printed it. */
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
    hint: "Run the command with --help to see its usage.",
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

/** Whether Postgres reports a missing table. */
function isUnmigrated(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "42P01";
}

/** Describes a problem of the marketplace without its name, and what to do. */
export function describeProblem({ detail, advice }: Problem): string {
  return advice === null ? detail : `${detail}. ${advice}`;
}
