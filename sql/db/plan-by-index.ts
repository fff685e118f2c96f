import type { Tx } from "./client";

/**
 * Columns that, selected, hold for the rest of the transaction: every row is looked up by an index.
 * While tables are empty or not yet analysed, Postgres otherwise plans to read through all clicks
 * for a few of them, or through all of one key before a `limit`.
 */
export function planByIndex(tx: Tx) {
  return tx`set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}
