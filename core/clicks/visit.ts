import type { Signal, SignalName } from "./signal";

/** Requests with one of these signals are no visits: they neither make a burst nor belong to one. */
export const notVisits: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => notVisits.includes(signal));
}
