import type { Tx } from "./client";

/**
 * Columns that, selected, hold for the rest of the transaction. What looks single clicks up must
 * not read through all of them, which is what Postgres plans while their tables are empty or not
 * yet analysed, and what a connection would go on doing with the plan that it has kept.
 */
export function planByIndex(tx: Tx) {
  return tx`set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;
}
