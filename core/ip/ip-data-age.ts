const DAY_MS = 86_400_000;
/** Data-centre lists lose 1 % in a month, Tor exits 8 % in a week: older ones miss too much. */
export const STALE_AFTER_DAYS = 14;

/** When each list was last known to be what its source publishes. */
export type ListAge = { name: string; checkedAt: Date };

/** What is wrong with the age of the address data, in words for an operator. */
export function warnOfAge(lists: readonly ListAge[], now: Date): string[] {
  const advice = "Run `fairclick ip-data update`.";
  if (lists.length === 0) {
    return [
      `There is no address data, or not the relays' own: relay, tor, datacenter and vpn are not found. ${advice}`,
    ];
  }
  const stale = lists.filter(({ checkedAt }) => ageInDays(checkedAt, now) > STALE_AFTER_DAYS);
  if (stale.length === 0) return [];
  const oldest = Math.max(...stale.map(({ checkedAt }) => ageInDays(checkedAt, now)));
  const names = stale.map(({ name }) => name).join(", ");
  return [`Address data is up to ${oldest} days old (${names}). ${advice}`];
}

function ageInDays(checkedAt: Date, now: Date): number {
  return Math.floor((now.getTime() - checkedAt.getTime()) / DAY_MS);
}
