import ipaddr from "ipaddr.js";
import { type AsKind, BOOKS_DATE, findAsKind, isProxiedBrowser } from "../ip/as-books";
import type { AddressFacts, Listed } from "../ip/ip-data";
import { unwrapTunnel } from "../ip/numbers";
import type { Click } from "./click";
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

type AddressClick = Pick<Click, "userAgent">;

/** Returns "trusted" if nothing speaks against the address, and null if it does not know it. */
type Source = (address: AddressFacts, click: AddressClick) => Signal | "trusted" | null;

/** What an operator decided about a range applies whatever the lists say. */
const operatorRange: Source = ({ operator }) => {
  if (!operator) return null;
  const { range, date, effect } = operator;
  if (effect === "allow") return "trusted";
  const evidence = { list: "operators", range, date };
  return effect === "deny"
    ? { signal: "proxy", evidence }
    : { signal: "shared_network", evidence: { by: "operator", ...evidence } };
};

/** Before all other lists: they contain nearly all addresses of iCloud Private Relay. */
const relayExit: Source = (address, { userAgent }) => {
  const listed = findRelay(address, userAgent);
  return listed && { signal: "relay", evidence: listed };
};

export function findRelay(address: AddressFacts, userAgent: string | null): Listed | null {
  if (address.relay) return address.relay;
  const { browserProxy } = address;
  return browserProxy && isProxiedBrowser(browserProxy.list, userAgent) ? browserProxy : null;
}

const torExit: Source = ({ tor, asn }) => listedAs("tor", tor, asn);

/** The ranges that cloud providers publish themselves. */
const officialCloud: Source = ({ cloud, asn }) => listedAs("datacenter", cloud, asn);

/**
 * The addresses of carriers and campuses are people's, whatever other lists say: caches and announced
 * customer networks make whole blocks look like hosting.
 */
const people: Source = ({ asn }) => {
  const kind = asn === undefined ? null : findAsKind(asn);
  if (asn === undefined || (kind !== "carrier" && kind !== "campus")) return null;
  return { signal: "shared_network", evidence: { by: kind, asn } };
};

const openProxy: Source = ({ proxy, asn }) => listedAs("proxy", proxy, asn);

/**
 * Before hosting: VPN providers rent nearly all their exits from hosters. Such a click is held and
 * never paid by itself, so a farm at a hoster gains nothing by a VPN's address.
 */
const vpnExit: Source = ({ vpn, asn }) =>
  listedAs("vpn", vpn, asn) ?? announcedBy("vpn", asn, "vpn");

const hosting: Source = ({ datacenter, asn }) =>
  announcedBy("hosting", asn, "datacenter") ?? listedAs("datacenter", datacenter, asn);

function announcedBy(kind: AsKind, asn: number | undefined, signal: SignalName): Signal | null {
  if (asn === undefined || findAsKind(asn) !== kind) return null;
  return { signal, evidence: { list: `${kind}-asns`, date: BOOKS_DATE, asn } };
}

function listedAs(signal: SignalName, listed: Listed | undefined, asn: number | undefined) {
  if (!listed) return null;
  return { signal, evidence: asn === undefined ? listed : { ...listed, asn } };
}

/** In the order in which they decide. */
const sources: readonly Source[] = [
  operatorRange,
  relayExit,
  torExit,
  officialCloud,
  people,
  openProxy,
  vpnExit,
  hosting,
];

/**
 * Returns what the first source that knows the address says about it; the sources after it are
 * not heard. Null if none knows it, or if it is trusted.
 */
export function decideAddress(click: AddressClick, address: AddressFacts): Signal | null {
  for (const source of sources) {
    const decided = source(address, click);
    if (decided) return decided === "trusted" ? null : decided;
  }
  return null;
}

/** The evidence for a signal, or null if the address is decided otherwise. */
export function addressEvidence(
  signal: SignalName,
  click: AddressClick,
  { address }: { address: AddressFacts },
): Signal["evidence"] | null {
  const decided = decideAddress(click, address);
  return decided?.signal === signal ? decided.evidence : null;
}

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
