/** Players who arrived through clicks with a complete retention day, and how many of them came back. */
export type Retention = { arrived: number; returned: number };

/** Returns `part` as a percentage of `whole` with two decimals, at most 100. Null if `whole` is 0. */
export function computePercent(part: bigint | number, whole: bigint | number): number | null {
  const [a, b] = [BigInt(part), BigInt(whole)];
  if (b <= 0n) return null;
  return Math.min(100, Number((a * 10_000n + b / 2n) / b) / 100);
}

/** Minimum arrivals for a tier: with fewer, a single player changes the share too much. */
export const ENOUGH_ARRIVALS = 50;
const LOW_PERCENT = 3;
const GOOD_PERCENT = 10;

export const retentionTiers = ["unknown", "under_3", "from_3_to_10", "above_10"] as const;
export type RetentionTier = (typeof retentionTiers)[number];

/** Returns the tier of a day 1 retention; `unknown` with fewer than `ENOUGH_ARRIVALS` arrivals. */
export function retentionTier({
  arrived,
  returned,
}: Pick<Retention, "arrived" | "returned">): RetentionTier {
  const percent = computePercent(returned, arrived);
  if (percent === null || arrived < ENOUGH_ARRIVALS) return "unknown";
  if (percent < LOW_PERCENT) return "under_3";
  return percent <= GOOD_PERCENT ? "from_3_to_10" : "above_10";
}
