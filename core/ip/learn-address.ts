import { isPublicAddress } from "../clicks/ip-key";
import type { SharedPolicy } from "../clicks/policy";

/** A device whose cookie came back and that was paid on a link of the creator. */
export type PaidDevice = { device: string; creatorId: string };

/** Where a user was signed in: an ip key, or a device. */
export type Place = { userId: string; kind: "ip" | "device"; key: string };

export type LearntAddress = { ipKey: string; devices: number; creators: number };

type Learning = {
  ipKey: string;
  paid: readonly PaidDevice[];
  /** Where the creators of `paid` were signed in. */
  places: readonly Place[];
};

type Limits = Pick<SharedPolicy, "learntDevices" | "learntCreators">;

/**
 * Returns the address with its counts if its paid devices show that many people share it, else null.
 * Creators who were signed in at the address do not count, nor do devices with which a counted
 * creator was signed in. Creators who were signed in at one place count as one.
 */
export function learnAddress(
  { ipKey, paid, places }: Learning,
  { learntDevices, learntCreators }: Limits,
): LearntAddress | null {
  const [host = ""] = ipKey.split("/");
  if (!isPublicAddress(host)) return null;
  const isAt = (kind: Place["kind"], key: string) =>
    places.filter((place) => place.kind === kind && place.key === key);
  const hosts = new Set(isAt("ip", ipKey).map(({ userId }) => userId));
  const owned = new Set(
    places.filter(({ kind }) => kind === "device").map(({ key }) => deviceOf(key)),
  );
  const counted = paid.filter(
    ({ device, creatorId }) => !hosts.has(creatorId) && !owned.has(device),
  );
  const devices = new Set(counted.map(({ device }) => device)).size;
  const creators = countUnrelated([...new Set(counted.map(({ creatorId }) => creatorId))], places);
  return devices >= learntDevices && creators >= learntCreators
    ? { ipKey, devices, creators }
    : null;
}

/** The device of a device key, without the click that set its cookie. */
export function deviceOf(deviceKey: string): string {
  const dot = deviceKey.indexOf(".");
  return dot < 0 ? deviceKey : deviceKey.slice(0, dot);
}

/** Returns the number of groups of users who have no place in common. */
function countUnrelated(users: readonly string[], places: readonly Place[]): number {
  const groupOf = new Map(users.map((user) => [user, user]));
  const firstAt = new Map<string, string>();
  for (const { userId, kind, key } of places) {
    const group = groupOf.get(userId);
    if (group === undefined) continue;
    const place = `${kind} ${kind === "device" ? deviceOf(key) : key}`;
    const first = firstAt.get(place);
    const other = first === undefined ? undefined : groupOf.get(first);
    if (first === undefined) firstAt.set(place, userId);
    if (other === undefined || other === group) continue;
    for (const [user, own] of groupOf) if (own === group) groupOf.set(user, other);
  }
  return new Set(groupOf.values()).size;
}
