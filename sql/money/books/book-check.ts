import type { Tx } from "../../db/client";

/** Amounts and counts as text, exact to the last digit. */
export type Difference = Record<string, string | null>;

/** A claim about the books. `find` returns the rows that contradict it, at most `limit`. */
export type BookCheck = {
  name: string;
  claim: string;
  find: (tx: Tx, limit: number) => Promise<Difference[]>;
};
