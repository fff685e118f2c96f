import type { Metrics } from "bullmq";

/**
 * Jobs in the last full minute, out of what BullMQ counts: it closes a minute with the first job of
 * a later one, and until then the minute's jobs are what came since the one before.
 */
export function lastMinute({ meta, data }: Pick<Metrics, "meta" | "data">, nowMs: number): number {
  const minutesAgo = Math.floor(nowMs / 60_000) - Math.floor(meta.prevTS / 60_000);
  if (minutesAgo === 0) return data[0] ?? 0;
  return minutesAgo === 1 ? meta.count - meta.prevCount : 0;
}
