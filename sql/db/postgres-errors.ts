import { AppError, type ErrorCode } from "@fairclick/core/errors";
import postgres from "postgres";

/** The one place where a named constraint becomes an error that a person understands. */
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
    message: "A withdrawal is already under way. Please wait until it has completed.",
  },
  links_pkey: { code: "already_joined", message: "You have already joined this campaign" },
};

/** A statement that its own time limit ended. */
const TOOK_TOO_LONG = "57014";

/** Text with a null character in it, as it is or escaped in JSON. */
const UNSTORABLE_TEXT = new Set(["22021", "22P05"]);

/**
 * Gives the `AppError` that a violated constraint, a text that Postgres cannot hold, or a statement
 * that took too long stands for; any other error is returned as it is.
 */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  if (UNSTORABLE_TEXT.has(error.code)) {
    return new AppError("validation", "Text must not hold null characters", { cause: error });
  }
  if (error.code === TOOK_TOO_LONG) {
    return new AppError("unavailable", "That took too long: ask for less at once", {
      cause: error,
    });
  }
  if (!error.constraint_name) return error;
  const known = constraintErrors[error.constraint_name];
  return known ? new AppError(known.code, known.message, { cause: error }) : error;
}

/** SQLSTATE classes of values that Postgres will refuse every time: data, integrity, limits. */
const dataErrorClasses = new Set(["22", "23", "54"]);

/** Such an error, also when it has become an `AppError` on its way; null for every other one. */
export function findDataError(error: unknown): postgres.PostgresError | null {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof postgres.PostgresError)) return null;
  return dataErrorClasses.has(cause.code.slice(0, 2)) ? cause : null;
}
