import { AppError, type ErrorCode } from "@fairclick/core/errors";
import type { Problem } from "@fairclick/core/operations/work";
import type { Command, CommanderError } from "commander";
import { z } from "zod";
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

export const EXIT_DONE = 0;
/** The marketplace refused the request, or a check failed. */
export const EXIT_REFUSED = 1;
/** The command line or the settings are wrong. */
const EXIT_USAGE = 2;
/** The API or the database cannot be reached. */
export const EXIT_UNREACHABLE = 3;

export const exitCodeMeanings = {
  [EXIT_DONE]: "done",
  [EXIT_REFUSED]: "refused, or a check failed",
  [EXIT_USAGE]: "the command line or the settings are wrong",
  [EXIT_UNREACHABLE]: "the API or the database cannot be reached",
} as const;

export type ExitCode = keyof typeof exitCodeMeanings;

export const exitCodes: Record<ErrorCode, ExitCode> = {
  validation: EXIT_USAGE,
  too_many_clicks: EXIT_USAGE,
  unavailable: EXIT_UNREACHABLE,
  malformed: EXIT_REFUSED,
  unauthenticated: EXIT_REFUSED,
  forbidden: EXIT_REFUSED,
  account_suspended: EXIT_REFUSED,
  proof_required: EXIT_REFUSED,
  terms_required: EXIT_REFUSED,
  guardian_required: EXIT_REFUSED,
  payouts_not_verified: EXIT_REFUSED,
  own_campaign: EXIT_REFUSED,
  not_wanted: EXIT_REFUSED,
  not_found: EXIT_REFUSED,
  conflict: EXIT_REFUSED,
  email_taken: EXIT_REFUSED,
  username_taken: EXIT_REFUSED,
  already_joined: EXIT_REFUSED,
  withdrawal_pending: EXIT_REFUSED,
  campaign_not_joinable: EXIT_REFUSED,
  insufficient_funds: EXIT_REFUSED,
  link_disabled: EXIT_REFUSED,
  too_large: EXIT_REFUSED,
  rate_limited: EXIT_REFUSED,
  internal: EXIT_REFUSED,
};

export const targetInput = { api: z.string().optional(), profile: z.string().optional() };

export function apiOptions(command: Command): Command {
  return command
    .option(
      "--api <address>",
      "address of the API (default: FAIRCLICK_API, the profile, the local stack)",
    )
    .option("--profile <name>", "profile created by `fairclick login`");
}
