import { AppError, type ErrorCode } from "@fairclick/core/errors";
import postgres from "postgres";

/** The only place that maps named constraints to errors for people. */
export const constraintErrors: Record<string, { code: ErrorCode; message: string }> = {
  users_email_taken: { code: "email_taken", message: "An account with this email already exists" },
  users_username_taken: { code: "username_taken", message: "This username is already taken" },
  users_google_subject_taken: {
    code: "conflict",
    message: "This Google account is already connected",
  },
  ledger_balance_not_negative: {
    code: "insufficient_funds",
    message: "There is not enough money for this",
  },
  withdrawals_one_pending: {
    code: "withdrawal_pending",
    message: "You already have an open withdrawal. Please wait until it has completed.",
  },
  links_pkey: { code: "already_joined", message: "You have already joined this campaign" },
};

/** The code of a statement that its time limit cancelled. */
const TOOK_TOO_LONG = "57014";

/** Codes of text that contains a null character, literally or escaped in JSON. */
const UNSTORABLE_TEXT = new Set(["22021", "22P05"]);

/**
 * Maps a violated constraint, text that Postgres cannot store, or a statement beyond its time limit
 * to an `AppError`. Returns any other error unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  if (UNSTORABLE_TEXT.has(error.code)) {
    return new AppError("validation", "Text must not contain null characters", { cause: error });
  }
  if (error.code === TOOK_TOO_LONG) {
    return new AppError("unavailable", "The request took too long: please narrow it", {
      cause: error,
    });
  }
  if (!error.constraint_name) return error;
  const known = constraintErrors[error.constraint_name];
  return known ? new AppError(known.code, known.message, { cause: error }) : error;
}

/** SQLSTATE classes of values that Postgres rejects every time: data, integrity, limits. */
const dataErrorClasses = new Set(["22", "23", "54"]);

/**
 * Returns an error of these classes, or the one that caused the `AppError`; null for any other
 * error.
 */
export function findDataError(error: unknown): postgres.PostgresError | null {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof postgres.PostgresError)) return null;
  return dataErrorClasses.has(cause.code.slice(0, 2)) ? cause : null;
}
