/** `at` in milliseconds; `key` is what the visits share: an ip_key or a device_key. */
export type Visit = { id: string; at: number; key: string };

export type BurstRule = { windowMs: number; burstClicks: number };

/**
 * The ids of every visit that belongs to a burst: `burstClicks` or more visits with one key within
 * any `windowMs`, both ends included. This is the definition, written to be read.
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
