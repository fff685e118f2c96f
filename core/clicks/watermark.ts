/**
 * How long a click may take from the visitor to the queue, differences between clocks included.
 * What takes longer (a spool, replayed) is a late click: judged with its neighbours as they are.
 */
const GRACE_MS = 5_000;

type Horizon = {
  now: Date;
  windowSeconds: number;
  /** When the oldest click was made that is still in the queue, read after `now`; null when none is. */
  oldestUnrecordedAt: number | null;
};

/**
 * Clicks made before this moment may be judged: everything that was clicked up to a window later
 * has been recorded, so that no neighbour is missing.
 */
export function settlementWatermark({ now, windowSeconds, oldestUnrecordedAt }: Horizon): Date {
  const recordedUpTo = Math.min(now.getTime() - GRACE_MS, oldestUnrecordedAt ?? Infinity);
  return new Date(recordedUpTo - windowSeconds * 1_000);
}

/** How long until a click made then can be judged, while nothing waits in the queue: 0 when that is due. */
export function judgedInMs(click: { clickedAt: Date; windowSeconds: number; now: Date }): number {
  const judgedAt = click.clickedAt.getTime() + click.windowSeconds * 1_000 + GRACE_MS;
  return Math.max(0, judgedAt - click.now.getTime());
}
