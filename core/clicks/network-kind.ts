import { findAsKind } from "../ip/as-books";
import type { Signal } from "./signal";

/**
 * What kind of network a click came from, by the address data of the time of the click.
 * `residential`: the AS is known, and nothing says that it is one of the others.
 */
export const networkKinds = [
  "residential",
  "carrier",
  "campus",
  "hosting",
  "relay",
  "vpn",
  "proxy",
  "unknown",
] as const;
export type NetworkKind = (typeof networkKinds)[number];

type Recorded = { signals: readonly Signal[]; asn: number | null };

/** Signals that name a kind, in the order in which they decide. */
const bySignal = [
  ["relay", "relay"],
  ["tor", "proxy"],
  ["datacenter", "hosting"],
  ["proxy", "proxy"],
  ["vpn", "vpn"],
] as const;

export function findNetworkKind({ signals, asn }: Recorded): NetworkKind {
  const names = new Set(signals.map(({ signal }) => signal));
  const named = bySignal.find(([signal]) => names.has(signal));
  if (named) return named[1];
  if (asn === null) return "unknown";
  return findAsKind(asn) ?? "residential";
}
