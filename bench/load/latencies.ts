/**
 * Collects up to `room` times in milliseconds and returns percentiles. `percentiles` are NaN if
 * nothing was added.
 */
export function createLatencies(room: number) {
  const times = new Float64Array(room);
  let count = 0;
  return {
    add: (ms: number) => {
      if (count < room) times[count] = ms;
      count += 1;
    },
    count: () => count,
    percentiles: () => {
      const sorted = times.subarray(0, Math.min(count, room)).sort();
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
      return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
    },
  };
}
