import type { Db, Tx } from "./client";
import { toAppError } from "./postgres-errors";

const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRIES = 3;

export type TxOptions = {
  /** `repeatable read`: every statement sees the same snapshot. Default: read committed. */
  isolation?: "repeatable read";
  readOnly?: boolean;
  /** How long each statement may take, where the pool's own limit does not fit. */
  statementTimeoutMs?: number;
};

/**
 * Runs `work` in one transaction and retries it when Postgres aborted it for the sake of another
 * one (serialization failure, deadlock). `work` must have no effect outside the transaction.
 * Throws unless Postgres confirmed the commit.
 */
export async function withTx<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  { isolation, readOnly = false, statementTimeoutMs }: TxOptions = {},
): Promise<Result> {
  const mode = `${isolation ? `isolation level ${isolation} ` : ""}${readOnly ? "read only" : ""}`;
  const limited = async (tx: Tx) => {
    if (statementTimeoutMs !== undefined) {
      await tx`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`;
    }
    return work(tx);
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

function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
