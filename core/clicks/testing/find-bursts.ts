/** `at` in milliseconds; `key` is what the visits share: an ip_key or a device_key. */
export type Visit = { id: string; at: number; key: string };

export type BurstRule = { windowMs: number; burstClicks: number };

/**
 * Returns the ids of all visits that belong to a burst: `burstClicks` or more visits with one key
 * within `windowMs`, both ends included. Reference implementation, simple rather than fast.
 */
export function findBursts(visits: readonly Visit[], rule: BurstRule): Set<string> {
  return findDeviceBursts(
    visits.map((visit) => ({ ...visit, device: visit.id })),
    rule,
  );
}

/** The same where the visits of one device count once. */
export function findDeviceBursts(
  visits: readonly (Visit & { device: string })[],
  { windowMs, burstClicks }: BurstRule,
): Set<string> {
  const found = new Set<string>();
  for (const first of visits) {
    const together = visits.filter(
      (visit) => visit.key === first.key && visit.at >= first.at && visit.at <= first.at + windowMs,
    );
    if (new Set(together.map(({ device }) => device)).size < burstClicks) continue;
    for (const visit of together) found.add(visit.id);
  }
  return found;
}
