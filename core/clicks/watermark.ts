/**
 * Max time from the visitor to the queue, including clock differences. A click that takes longer,
 * such as one from the spool, is late: it is judged with the neighbours recorded by then.
 */
const GRACE_MS = 5_000;

type Horizon = {
  now: Date;
  windowSeconds: number;
  /** Time of the oldest click in the queue, read after `now`; null if the queue is empty. */
  oldestUnrecordedAt: number | null;
};

/**
 * Returns the time before which clicks can be judged: all clicks up to one window later are
 * recorded, so no neighbour is missing.
 */
export function settlementWatermark({ now, windowSeconds, oldestUnrecordedAt }: Horizon): Date {
  const recordedUpTo = Math.min(now.getTime() - GRACE_MS, oldestUnrecordedAt ?? Infinity);
  return new Date(recordedUpTo - windowSeconds * 1_000);
}

/**
 * Returns the milliseconds until a click can be judged if the queue is empty; 0 if it can be judged
 * now.
 */
export function msUntilJudged(click: {
  clickedAt: Date;
  windowSeconds: number;
  now: Date;
}): number {
  const judgedAt = click.clickedAt.getTime() + click.windowSeconds * 1_000 + GRACE_MS;
  return Math.max(0, judgedAt - click.now.getTime());
}
