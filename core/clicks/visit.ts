import type { Signal, SignalName } from "./signal";

/** Requests with one of these signals are not visits: they do not count for bursts. */
export const nonVisitSignals: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

/** A click with one of these signals comes from an address that many people share. */
export const sharedSignals: readonly SignalName[] = ["relay", "shared_network"];

/**
 * Whether the address is a relay, or an operator says that many people share it. Carriers and campuses
 * are not meant: farms sit in their networks too.
 */
export function isOnSharedNetwork(found: ReadonlyMap<SignalName, Signal>): boolean {
  const by = found.get("shared_network")?.evidence.by;
  const isCarriers = by === "carrier" || by === "campus";
  return found.has("relay") || (found.has("shared_network") && !isCarriers);
}

/** Whether the click's device was paid before. */
export function isRepeat(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("device_repeat") || found.has("new_device_repeat");
}

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => nonVisitSignals.includes(signal));
}
