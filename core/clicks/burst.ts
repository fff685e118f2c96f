import type { SignalName } from "./signal";

/** Requests with one of these signals are no visits: they neither make a burst nor belong to one. */
export const notVisits: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

/** `at` in milliseconds; `key` is what the visits share: an ip_key or a device_key. */
export type Visit = { id: string; at: number; key: string };

export type BurstRule = { windowMs: number; burstClicks: number };

/**
 * The ids of every visit that belongs to a burst: `burstClicks` or more visits with one key within
 * any `windowMs`, both ends included. This is the definition, written to be read: settlement finds
 * the same clicks set-wise (`sql/settlement.ts`) and is tested against it.
 */
export function findBursts(visits: readonly Visit[], { windowMs, burstClicks }: BurstRule) {
  const found = new Set<string>();
  for (const first of visits) {
    const together = visits.filter(
      (visit) => visit.key === first.key && visit.at >= first.at && visit.at <= first.at + windowMs,
    );
    if (together.length < burstClicks) continue;
    for (const visit of together) found.add(visit.id);
  }
  return found;
}
