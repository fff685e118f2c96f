import type { Tx } from "../client";
import type { Batch } from "./take-shard";

/**
 * Ends a step of the statement that gives at most one row for each click of the batch, which Postgres
 * cannot know: it multiplies what it guesses for each join, until after a dozen of them every plan
 * seems to cost the same, and it joins thousands of rows row by row or spills them to 65,536 files.
 * Twice as many as there can be, so that it only ever says so and never cuts anything off.
 */
export function atMostOneEach(tx: Tx, { clicks }: Pick<Batch, "clicks">) {
  return tx`limit ${2 * clicks}::int`;
}
