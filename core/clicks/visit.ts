import type { Signal, SignalName } from "./signal";

/** Requests with one of these signals are not visits: they do not count for bursts. */
export const nonVisitSignals: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

/** Whether many people are known to share the click's address. */
export function isOnSharedNetwork(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("relay") || found.has("shared_network");
}

/** Whether the click's device was paid before. */
export function isRepeat(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("device_repeat") || found.has("new_device_repeat");
}

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => nonVisitSignals.includes(signal));
}
