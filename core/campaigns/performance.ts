/** Returns clicks per hundred impressions, with two decimals. Null without impressions. */
export function clickThroughRate(clicks: bigint, impressions: bigint): number | null {
  if (impressions <= 0n) return null;
  return Number((clicks * 10_000n + impressions / 2n) / impressions) / 100;
}

/** Returns the average cost of a valid click in micros, rounded down. Null without valid clicks. */
export function costPerClickMicros(paidMicros: bigint, validClicks: bigint): bigint | null {
  return validClicks > 0n ? paidMicros / validClicks : null;
}
