import type { Neighbour } from "./facts";

/** Clicks sorted by time. A search takes logarithmic time. */
export type Timeline = readonly Neighbour[];

/** Returns the clicks sorted by time, each id once. */
export function toTimeline(clicks: readonly Neighbour[]): Neighbour[] {
  const each = clicks.length < 2 ? clicks : new Map(clicks.map((c) => [c.id, c])).values();
  return [...each].sort((a, b) => a.at - b.at);
}

export function addToTimeline(timeline: Neighbour[], click: Neighbour): void {
  const last = timeline.at(-1);
  if (!last || last.at <= click.at) timeline.push(click);
  else timeline.splice(countUpTo(timeline, click.at), 0, click);
}

/** Returns the number of clicks from `from` to `to`, both inclusive. */
export function countBetween(timeline: Timeline, from: number, to: number): number {
  return Math.max(0, countUpTo(timeline, to) - countBefore(timeline, from));
}

/** Returns the number of clicks later than `after` and not later than `to`. */
export function countAfter(timeline: Timeline, after: number, to: number): number {
  return Math.max(0, countUpTo(timeline, to) - countUpTo(timeline, after));
}

/** Whether a click at `at` is one of `size` that lie within `windowMs`, both ends included. */
export function isCrowdedAt(
  timeline: Timeline,
  at: number,
  { size, windowMs }: { size: number; windowMs: number },
): boolean {
  if (timeline.length < size) return false;
  const first = Math.max(0, countBefore(timeline, at) - size + 1);
  for (let place = first; place < timeline.length; place += 1) {
    const start = timeline[place];
    const end = timeline[place + size - 1];
    if (!start || !end || start.at > at) return false;
    if (end.at >= at && end.at - start.at <= windowMs) return true;
  }
  return false;
}

/**
 * Clicks on either side of a time that `hasManyDevicesAt` looks at, or as many as the devices if they are
 * more: a flood costs no more.
 */
const NEAREST = 50;

/**
 * Whether a click at `at` is one of those of `size` devices that lie within `windowMs`, both ends
 * included. A click without a device key counts as a device.
 */
export function hasManyDevicesAt(
  timeline: Timeline,
  at: number,
  { size, windowMs }: { size: number; windowMs: number },
): boolean {
  const nearest = Math.max(NEAREST, size);
  const first = Math.max(countBefore(timeline, at) - nearest, countBefore(timeline, at - windowMs));
  const near = timeline.slice(first, countUpTo(timeline, at) + nearest);
  if (near.length < size) return false;
  const devices = new Map<string, number>();
  let next = 0;
  for (const start of near) {
    if (start.at > at) return false;
    for (; (near[next]?.at ?? Infinity) <= start.at + windowMs; next += 1) {
      const device = deviceName(near[next] ?? start);
      devices.set(device, (devices.get(device) ?? 0) + 1);
    }
    if (devices.size >= size) return true;
    const left = (devices.get(deviceName(start)) ?? 0) - 1;
    if (left > 0) devices.set(deviceName(start), left);
    else devices.delete(deviceName(start));
  }
  return false;
}

function deviceName({ id, deviceKey }: Neighbour): string {
  return deviceKey ?? id;
}

function countBefore(timeline: Timeline, at: number): number {
  return countWhile(timeline, (click) => click.at < at);
}

function countUpTo(timeline: Timeline, at: number): number {
  return countWhile(timeline, (click) => click.at <= at);
}

/** Returns the number of leading clicks for which `early` is true. */
function countWhile(timeline: Timeline, early: (click: Neighbour) => boolean): number {
  let low = 0;
  let high = timeline.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const click = timeline[middle];
    if (click && early(click)) low = middle + 1;
    else high = middle;
  }
  return low;
}
