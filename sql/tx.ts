import type { Db, Tx } from "./client";
import { toAppError } from "./postgres-errors";

const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_TRIES = 3;

/**
 * Runs `work` in one transaction and retries it when Postgres aborted it for the sake of another
 * one (serialization failure, deadlock). `work` must have no effect outside the transaction.
 */
export async function withTx<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await db.transactions.begin(work)) as Result;
    } catch (error) {
      if (attempt < MAX_TRIES && RETRIED_STATES.has(sqlState(error))) continue;
      throw toAppError(error);
    }
  }
}

function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
