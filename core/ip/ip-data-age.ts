import type { SourceClass } from "./ip-data";

const DAY_MS = 86_400_000;
/** Older lists miss too much: data-centre lists change by 1 % a month, Tor exits by 8 % a week. */
export const STALE_AFTER_DAYS = 14;

/** A list and the last time at which its source confirmed it. */
export type ListAge = { name: string; class: SourceClass; checkedAt: Date };

/** Returns warnings about missing or outdated address data; empty if all lists are current. */
export function listAgeWarnings(lists: readonly ListAge[], now: Date): string[] {
  const advice = "Run `fairclick ip-data update`.";
  if (lists.length === 0) {
    return [
      `There is no address data, or the list of relays is missing: the signals relay, tor, datacenter and vpn are not found. ${advice}`,
    ];
  }
  const warnings = lists.some((list) => list.class === "asn")
    ? []
    : [
        `There is no table of AS numbers: hosters, carriers and campuses are not recognised by their AS. ${advice}`,
      ];
  const stale = lists.filter(({ checkedAt }) => ageInDays(checkedAt, now) > STALE_AFTER_DAYS);
  if (stale.length === 0) return warnings;
  const oldest = Math.max(...stale.map(({ checkedAt }) => ageInDays(checkedAt, now)));
  const names = stale.map(({ name }) => name).join(", ");
  return [...warnings, `Address data is up to ${oldest} days old (${names}). ${advice}`];
}

function ageInDays(checkedAt: Date, now: Date): number {
  return Math.floor((now.getTime() - checkedAt.getTime()) / DAY_MS);
}
