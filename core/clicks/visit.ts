import type { Signal, SignalName } from "./signal";

/** Requests with one of these signals are not visits and do not count for bursts. */
export const nonVisitSignals: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

type Found = ReadonlyMap<SignalName, Signal>;

/** Whether many people are known to share the click's address. */
export function isOnSharedNetwork(found: Found): boolean {
  return found.has("relay") || found.has("shared_network");
}

/** Who says by AS that an address is shared. It does not excuse from limits: farms sit there too. */
export const asKindsOfPeople: readonly string[] = ["carrier", "campus"];

/** Whether the address is a relay, or shared by more than the word of a book of AS numbers. */
export function isVouchedFor(found: Found): boolean {
  if (found.has("relay")) return true;
  const shared = found.get("shared_network");
  return shared !== undefined && !asKindsOfPeople.includes(`${shared.evidence.by}`);
}

/** Whether the click's device was paid before. */
export function isRepeat(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("device_repeat") || found.has("new_device_repeat");
}

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => nonVisitSignals.includes(signal));
}
