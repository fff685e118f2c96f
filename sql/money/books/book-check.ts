import type { Tx } from "../../db/client";

/** Amounts and counts as text, exact to the last digit. */
export type Difference = Record<string, string | null>;

/** One thing that must be true of the books. It finds the rows that show where it is not. */
export type BookCheck = {
  name: string;
  claim: string;
  find: (tx: Tx, limit: number) => Promise<Difference[]>;
};
