import { effects } from "./release-policy";

export type SignalName = keyof typeof effects;

/** All signals in deciding order. The cast holds: nothing else is in it. */
export const signalOrder = Object.keys(effects) as readonly SignalName[];

/** Signals of clicks that no rule refuses and their campaign does not pay for. */
export const unpaidSignals = signalOrder.filter((name) => effects[name] === "unpaid");

export type Signal = { signal: SignalName; evidence: Record<string, string | number | boolean> };

export const finalVerdicts = ["valid", "invalid", "held", "unpaid"] as const;
export const verdicts = ["pending", ...finalVerdicts] as const;
export type Verdict = (typeof verdicts)[number];
export type FinalVerdict = (typeof finalVerdicts)[number];

/** Requests with one of these signals are not visits and do not count for bursts. */
export const nonVisitSignals: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

/** Signals that hold a click for a number of its address or network, and not for what the click is. */
export const numberSignals: readonly SignalName[] = ["ip_daily", "ip_network"];

type Found = ReadonlyMap<SignalName, Signal>;

/** Whether many people are known to share the click's address. */
export function isOnSharedNetwork(found: Found): boolean {
  return found.has("relay") || isKnownAsShared(found);
}

/** Whether the address itself is known as shared. A company with phones and homes on one AS is not enough. */
export function isKnownAsShared(found: Found): boolean {
  const shared = found.get("shared_network");
  return shared !== undefined && shared.evidence.by !== "mixed";
}

/** An operator's word, or the book of campuses. That an address is a carrier's proves less: farms are there too. */
const vouchers: readonly unknown[] = ["operator", "campus"];

/** Whether the address is a relay or a campus's, or an operator says that many people share it. */
export function isVouchedFor(found: Found): boolean {
  if (found.has("relay")) return true;
  const shared = found.get("shared_network");
  return shared !== undefined && vouchers.includes(shared.evidence.by);
}

export function isRepeat(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("device_repeat") || found.has("new_device_repeat");
}

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => nonVisitSignals.includes(signal));
}
