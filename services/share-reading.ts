/** Returns a function that shares one result among its callers for `maxAgeMs`. A failed reading is not kept. */
export function shareReading<Result>(
  read: () => Promise<Result>,
  maxAgeMs: number,
): () => Promise<Result> {
  let last: { at: number; reading: Promise<Result> } | null = null;
  return () => {
    const at = performance.now();
    if (last && at - last.at <= maxAgeMs) return last.reading;
    const reading = read();
    last = { at, reading };
    reading.catch(() => {
      if (last?.reading === reading) last = null;
    });
    return reading;
  };
}
