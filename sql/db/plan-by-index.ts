import type { Tx } from "./client";

/**
 * Columns to select so that Postgres prefers indexes for the rest of the transaction. Otherwise,
 * while tables are empty or not yet analysed, it scans all clicks to find a few, or reads all rows
 * of a key before a `limit`.
 */
export function planByIndex(tx: Tx) {
  return tx`set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}
