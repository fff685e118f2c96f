export type QueueFigures = {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Jobs done in the last full minute. */
  donePerMinute: number;
  failedPerMinute: number;
  /** When the oldest job was due that waits or runs, in milliseconds since 1970. */
  oldestAt: number | null;
  /** When the oldest of the failed jobs failed, in milliseconds since 1970. */
  oldestFailedAt: number | null;
};

/**
 * What BullMQ counts of a queue's finished jobs: all of them, those before the minute of `prevTs`
 * began, and the counts of the minutes before it, the latest first.
 */
export type FinishedCounts = {
  count: number;
  prevTs: number;
  prevCount: number;
  lastPoint: number;
};

/**
 * Jobs in the last full minute. BullMQ closes a minute with the first job of a later one; until
 * then the minute's jobs are those since the minute before.
 */
export function lastMinute(counts: FinishedCounts | null, nowMs: number): number {
  if (!counts) return 0;
  const minutesAgo = Math.floor(nowMs / 60_000) - Math.floor(counts.prevTs / 60_000);
  if (minutesAgo === 0) return counts.lastPoint;
  return minutesAgo === 1 ? counts.count - counts.prevCount : 0;
}
