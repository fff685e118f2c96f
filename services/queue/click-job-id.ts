import type { Click } from "@fairclick/core/clicks/click";

/** A job of clicks carries the time of its oldest one in its id: listing ids is then enough to find it. */
export function clickJobId(clicks: Click[]): string {
  const oldestAt = clicks.reduce((oldest, click) => Math.min(oldest, click.at), Infinity);
  return `${oldestAt}-${clicks[0]?.id}`;
}

/** Milliseconds since 1970, or null without jobs. */
export function oldestClickAt(jobIds: string[]): number | null {
  const times = jobIds.map((id) => Number.parseInt(id, 10)).filter(Number.isFinite);
  return times.length > 0 ? times.reduce((oldest, time) => Math.min(oldest, time)) : null;
}
