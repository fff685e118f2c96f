import { AppError, type ErrorCode } from "@fairclick/core/errors";
import postgres from "postgres";
import {
  connect,
  type Db,
  SILENCE_MARGIN_SECONDS,
  type Sql,
  STATEMENT_LIMIT_SECONDS,
  sessionSettings,
  type Tx,
} from "./client";

const DEFAULT_TIMEOUT_MS = STATEMENT_LIMIT_SECONDS * 1_000;
const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRIES = 3;
/** Limit of a transaction's duration, in multiples of its statement limit. */
const LONGEST_STATEMENTS = 6;

export type TxOptions = {
  /** `repeatable read`: every statement sees the same snapshot. Default: read committed. */
  isolation?: "repeatable read";
  readOnly?: boolean;
  /** How long each statement may take. Default: 8 seconds. */
  statementTimeoutMs?: number;
};

/**
 * Runs `work` in one transaction and retries it when Postgres aborted it for the sake of another
 * one (serialization failure, deadlock). `work` must have no effect outside the transaction. A
 * transaction that takes longer than six statements may is rolled back. Throws unless Postgres
 * confirmed the commit.
 */
export async function withTx<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { isolation, readOnly = false, statementTimeoutMs = DEFAULT_TIMEOUT_MS }: TxOptions = {},
): Promise<Result> {
  const mode = `${isolation ? `isolation level ${isolation} ` : ""}${readOnly ? "read only" : ""}`;
  const limited = async (tx: Tx) => {
    if (statementTimeoutMs !== DEFAULT_TIMEOUT_MS) await limitStatements(tx, statementTimeoutMs);
    return finishWithin(work(tx), statementTimeoutMs * LONGEST_STATEMENTS);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await db.transactions.begin(mode, limited)) as Result;
    } catch (error) {
      if (attempt < MAX_TRIES && RETRIED_STATES.has(sqlState(error))) continue;
      throw toAppError(error);
    }
  }
}

/**
 * Rejects if `work` takes longer than `timeoutMs`. The caller then rolls back, and postgres.js
 * rejects all further statements of the work.
 */
async function finishWithin<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AppError("unavailable", `The transaction took longer than ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Moves both limits of the connection for this transaction: the server's, and ours beyond it. */
async function limitStatements(tx: Tx, timeoutMs: number): Promise<void> {
  if ("answerWithin" in tx && typeof tx.answerWithin === "function") {
    tx.answerWithin(timeoutMs / 1_000 + SILENCE_MARGIN_SECONDS);
  }
  await tx`select set_config('statement_timeout', ${String(timeoutMs)}, true)`;
}

function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

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

/** The code of a write for which the disk has no room. */
const DISK_FULL = "53100";

/** Codes of text that contains a null character, literally or escaped in JSON. */
const UNSTORABLE_TEXT = new Set(["22021", "22P05"]);

/**
 * Maps a violated constraint, text that Postgres cannot store, a statement beyond its time limit, or a
 * full disk to an `AppError`. Returns any other error unchanged.
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
  if (error.code === DISK_FULL) {
    return new AppError("unavailable", `Postgres' disk is full: ${error.message}`, {
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

/** More than two: a pooler can hand the same server process out twice by chance. */
const ROUNDS = 4;

/**
 * Returns, in a sentence, why the application must not use connections to this address; null if it
 * may. Throws if Postgres cannot be reached.
 */
export async function findConnectionFault(url: string): Promise<string | null> {
  const db = connect(url, { max: 2, applicationName: "fairclick connection check" });
  try {
    // A pool that cannot connect refuses this at once, and a reserved connection only at its end.
    await db.sql`select 1`.simple();
    const fault = (await findSharedProcess(db.sql)) ?? (await findLostSettings(db.sql));
    return fault;
  } finally {
    await db.end();
  }
}

/**
 * Two connections that are open at the same time have a server process each, and keep it. The
 * statements are plain ones: prepared ones can fail where processes are shared.
 */
async function findSharedProcess(sql: Sql): Promise<string | null> {
  const connections = await Promise.all([sql.reserve(), sql.reserve()]);
  const seen = connections.map(() => new Set<number>());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, connection] of connections.entries()) {
      const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`.simple();
      if (row) seen[index]?.add(Number(row.pid));
    }
  }
  for (const connection of connections) connection.release();
  const processes = new Set(seen.flatMap((pids) => [...pids]));
  const isOwn = seen.every((pids) => pids.size === 1) && processes.size === connections.length;
  return isOwn
    ? null
    : "A pooler shares server processes between connections (transaction or statement mode): connect to Postgres directly, or through a pooler in session mode.";
}

/** A pooler may drop the start-up parameters of a connection. */
async function findLostSettings(sql: Sql): Promise<string | null> {
  const rows = await sql<{ name: string; value: string }[]>`
    /* connectionFaults.findLostSettings */
    select name, current_setting(name) as value
    from unnest(${Object.keys(sessionSettings)}::text[]) as name`;
  const actual = new Map(rows.map(({ name, value }) => [name, value]));
  const lost = Object.entries(sessionSettings)
    .filter(([name, value]) => actual.get(name) !== value)
    .map(([name, value]) => `${name} is ${actual.get(name)}, not ${value}`);
  return lost.length === 0
    ? null
    : `Sessions do not start with the settings that Fairclick asks for (${lost.join(", ")}): a pooler drops the start-up parameter options. Connect to Postgres directly, or set them for the login (docs/deploy.md).`;
}
