import type { Tx } from "./client";

/**
 * A column that, selected, holds for the rest of the transaction. What looks single clicks up must
 * not read through all of them, which is what Postgres plans while their tables are empty or not
 * yet analysed.
 */
export function planByIndex(tx: Tx) {
  return tx`set_config('enable_seqscan', 'off', true)`;
}
