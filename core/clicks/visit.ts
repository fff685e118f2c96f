import type { Signal, SignalName } from "./signal";

/** Requests with one of these signals are not visits: they do not count for bursts. */
export const nonVisitSignals: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

/** A click with one of these signals comes from an address that many people share. */
export const sharedSignals: readonly SignalName[] = ["relay", "shared_network"];

/** Whether many people are known to share the click's address. */
export function isOnSharedNetwork(found: ReadonlyMap<SignalName, Signal>): boolean {
  return sharedSignals.some((signal) => found.has(signal));
}

/** Whether the click's device was paid before. */
export function isRepeat(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("device_repeat") || found.has("new_device_repeat");
}

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => nonVisitSignals.includes(signal));
}
