import type { Click } from "@fairclick/core/clicks/click";

/**
 * A job of clicks carries the time of its oldest one in its id: listing ids is then enough to find
 * it. The rest is new at each call: a queue ignores a job whose id it has, and a batch from the spool
 * can begin with the click of an unacknowledged job and hold more. Clicks are told apart by their own ids.
 */
export function clickJobId(clicks: Click[]): string {
  const oldestAt = clicks.reduce((oldest, click) => Math.min(oldest, click.at), Infinity);
  return `${oldestAt}-${Bun.randomUUIDv7()}`;
}

/** Milliseconds since 1970, or null without jobs. */
export function oldestClickAt(jobIds: string[]): number | null {
  const times = jobIds.map((id) => Number.parseInt(id, 10)).filter(Number.isFinite);
  return times.length > 0 ? times.reduce((oldest, time) => Math.min(oldest, time)) : null;
}
