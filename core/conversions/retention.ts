/** Of the players who came by clicks of which enough time has passed, how many came back. */
export type Retention = { arrived: number; returned: number };

/** Per hundred, to two decimals; null where nobody has arrived, and never above 100. */
export function percentOf(part: bigint | number, whole: bigint | number): number | null {
  const [a, b] = [BigInt(part), BigInt(whole)];
  if (b <= 0n) return null;
  return Math.min(100, Number((a * 10_000n + b / 2n) / b) / 100);
}

/** Below so many arrivals one more or fewer moves the share too much to speak of a tier. */
export const ENOUGH_ARRIVALS = 50;
const LOW_PERCENT = 3;
const GOOD_PERCENT = 10;

export const retentionTiers = ["unknown", "under_3", "from_3_to_10", "above_10"] as const;
export type RetentionTier = (typeof retentionTiers)[number];

/** What kind of traffic this is, by who came back on day 1. */
export function retentionTier({
  arrived,
  returned,
}: Pick<Retention, "arrived" | "returned">): RetentionTier {
  const percent = percentOf(returned, arrived);
  if (percent === null || arrived < ENOUGH_ARRIVALS) return "unknown";
  if (percent < LOW_PERCENT) return "under_3";
  return percent <= GOOD_PERCENT ? "from_3_to_10" : "above_10";
}
