import { AppError } from "@fairclick/core/errors";
import postgres from "postgres";

/** Why a query of `queryReports` was refused or failed, in words for the person who wrote it. */
export class RefusedReport extends Error {
  override readonly name = "RefusedReport";
}

/** Text before the query in the statement that is sent; positions in errors include it. */
export const REPORT_PREFIX = "create temporary view report as\n";

/** Codes and classes of errors that the query itself causes. */
const QUERY_ERRORS = /^(0A|21|22|2F|42|53|54|25006|55P03|57014)/;
const LONGEST_MESSAGE = 500;

type Timing = { timeoutMs: number; elapsedMs: number };

/** Returns an error that the query caused as `RefusedReport`, any other error unchanged. */
export function toRefusedReport(error: unknown, { timeoutMs, elapsedMs }: Timing): unknown {
  if (elapsedMs > timeoutMs && isConnectionError(error)) {
    return new RefusedReport(
      "The query did not end in time, and Postgres does not interrupt it: it may go on for hours. `fairclick doctor` shows it. Use shorter texts and arrays",
      { cause: error },
    );
  }
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof postgres.PostgresError) || !QUERY_ERRORS.test(cause.code)) return error;
  const { code, message, position } = cause;
  if (code === "57014") {
    return new RefusedReport(
      `The query took longer than ${timeoutMs / 1_000} seconds: narrow it, for example by clicked_at`,
      { cause },
    );
  }
  const at = Number(position) - REPORT_PREFIX.length;
  const place = at > 0 ? ` (at character ${at})` : "";
  const hint = code === "42601" ? ". A query is one select, values or with statement" : "";
  const cut = message.slice(0, LONGEST_MESSAGE).toWellFormed();
  return new RefusedReport(`${cut}${place}${hint}`, { cause });
}

/** The connection gave up waiting for the server. */
function isConnectionError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ANSWER_TIMEOUT", "CONNECTION_CLOSED", "CONNECTION_DESTROYED"].includes(code);
}
