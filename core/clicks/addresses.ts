import ipaddr from "ipaddr.js";
import { unwrapTunnel } from "../ip/numbers";
import type { Signal, SignalName } from "./signal";

/**
 * Returns the key under which an address counts: the IPv4 address, or the /64 of an IPv6 address (one
 * household). 6to4 and Teredo count as the IPv4 address that they tunnel through
 * (docs/decisions/014-address-data.md).
 */
export function ipKey(ip: string): string {
  const address = unwrapTunnel(ip);
  return address.includes(":") ? networkKey(address, 64) : address;
}

/** Returns the /48 of an IPv6 address, usually the largest network of one customer. Null for IPv4 and tunnels. */
export function siteKey(ip: string): string | null {
  const address = unwrapTunnel(ip);
  return address.includes(":") ? networkKey(address, 48) : null;
}

function networkKey(ip: string, bits: 48 | 64): string {
  const { parts } = ipaddr.IPv6.parse(ip);
  const kept = bits / 16;
  const network = parts.map((part, index) => (index < kept ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${bits}`;
}

/** Whether an address identifies a visitor: not loopback, private, link-local, carrier-grade NAT and the like. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.parse(unwrapTunnel(ip)).range() === "unicast";
}

/** Returns the /48 or /56 that contains the /64 of an ip key. Null for IPv4. */
export function ipKeyNetwork(key: string, bits: 48 | 56): string | null {
  if (!key.includes(":")) return null;
  const [groups = ""] = key.split("/");
  const [before = "", after] = groups.split("::");
  const first = before === "" ? [] : before.split(":");
  const zeros =
    after === undefined ? 0 : 8 - first.length - (after === "" ? 0 : after.split(":").length);
  const all = [...first, ...Array<string>(zeros).fill("0"), ...(after ? after.split(":") : [])];
  const [a = "0", b = "0", c = "0", d = "0"] = all;
  if (bits === 48) return `${a}:${b}:${c}::/48`;
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) & 0xff00).toString(16)}::/56`;
}

/** Requests with one of these signals are not visits and do not count for bursts. */
export const nonVisitSignals: readonly SignalName[] = ["not_get", "prefetch", "preview_bot"];

type Found = ReadonlyMap<SignalName, Signal>;

/** Whether many people are known to share the click's address. */
export function isOnSharedNetwork(found: Found): boolean {
  return found.has("relay") || found.has("shared_network");
}

/** By what an address is known as shared, beside an operator's word. Farms sit there too. */
const sharedByData: readonly string[] = ["carrier", "campus"];

/** Whether the address is a relay, or an operator says that many people share it. */
export function isVouchedFor(found: Found): boolean {
  if (found.has("relay")) return true;
  const shared = found.get("shared_network");
  return shared !== undefined && !sharedByData.includes(`${shared.evidence.by}`);
}

/** Whether the click's device was paid before. */
export function isRepeat(found: ReadonlyMap<SignalName, Signal>): boolean {
  return found.has("device_repeat") || found.has("new_device_repeat");
}

export function isVisit(signals: readonly Signal[]): boolean {
  return !signals.some(({ signal }) => nonVisitSignals.includes(signal));
}
