import type { DecidableClick } from "@fairclick/sql/clicks/click-decisions";

/** Returns what paid clicks of one campaign cost its developer: their prices and the platform's fees. */
export function sumCost(
  clicks: readonly Pick<DecidableClick, "paidMicros">[],
  feeMicros: bigint,
): bigint {
  return clicks.reduce((sum, { paidMicros }) => sum + paidMicros + feeMicros, 0n);
}
