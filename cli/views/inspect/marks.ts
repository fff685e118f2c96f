import { MAX_NAMED_CLICKS } from "@fairclick/core/clicks/click-decisions-schema";
import type { Target } from "./acts";

/** A row that the person marked, as it was then. */
export type Mark = {
  key: string;
  name: string;
  target: Target;
  /** What held clicks reserve and valid clicks were paid, in micros. */
  stakeMicros: bigint;
};

/** Marked rows by their key. `anchor` is the key of the row that was marked or unmarked last. */
export type Marks = { rows: ReadonlyMap<string, Mark>; anchor: string | null };

export const noMarks: Marks = { rows: new Map(), anchor: null };

/** One call of the API decides at most this many clicks. */
export const MAX_MARKS = MAX_NAMED_CLICKS;

export function keepMarks({ rows, anchor }: Marks, keys: readonly string[]): Marks {
  const kept = new Set(keys);
  return { rows: new Map([...rows].filter(([key]) => kept.has(key))), anchor };
}

export function sumStakes(marks: Iterable<Mark>): bigint {
  let sum = 0n;
  for (const { stakeMicros } of marks) sum += stakeMicros;
  return sum;
}
