export type Comparison = {
  /**
   * The share of pairs in which the value of the first group is the larger one, ties as a half: 0.5
   * if the groups cannot be distinguished, 0 or 1 if every value of one is larger (Mann-Whitney's U as
   * a share of the pairs).
   */
  share: number;
  /** How many standard deviations `share` is away from 0.5 if both groups are alike. */
  deviations: number;
};

/** Compares two groups of measurements by their ranks, so that outliers weigh no more than others. */
export function compareGroups(first: readonly number[], second: readonly number[]): Comparison {
  const [n, m] = [first.length, second.length];
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start + 1;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
    start = end;
  }
  const u = rankSum - (n * (n + 1)) / 2;
  const spread = Math.sqrt((n * m * (n + m + 1)) / 12);
  return { share: u / (n * m), deviations: (u - (n * m) / 2) / spread };
}

/** Returns the value below which this share of the values lies; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
