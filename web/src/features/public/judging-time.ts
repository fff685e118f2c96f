/** Rounded time from a click to its verdict. */
export function judgingTime(windowSeconds: number): string {
  if (windowSeconds < 50) return `about ${windowSeconds} seconds`;
  const minutes = Math.round(windowSeconds / 60);
  return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
}
