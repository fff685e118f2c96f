const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/** Returns one bar per value, scaled to the highest. Empty if no value is above 0. */
export function toSparkline(values: readonly number[]): string {
  const highest = Math.max(...values, 0);
  if (highest === 0) return "";
  return values
    .map((value) => BARS[Math.min(BARS.length - 1, Math.floor((value / highest) * BARS.length))])
    .join("");
}
