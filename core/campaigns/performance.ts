/** Clicks per hundred impressions, to two decimals; null where nothing was shown. */
export function clickThroughRate(clicks: bigint, impressions: bigint): number | null {
  if (impressions <= 0n) return null;
  return Number((clicks * 10_000n + impressions / 2n) / impressions) / 100;
}

/** What a valid click has cost on average, in micros rounded down; null without any. */
export function costPerClickMicros(paidMicros: bigint, validClicks: bigint): bigint | null {
  return validClicks > 0n ? paidMicros / validClicks : null;
}
