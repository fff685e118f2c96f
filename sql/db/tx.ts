import { AppError } from "@fairclick/core/errors";
import { type Db, SILENCE_MARGIN_SECONDS, STATEMENT_LIMIT_SECONDS, type Tx } from "./client";
import { toAppError } from "./errors";

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
