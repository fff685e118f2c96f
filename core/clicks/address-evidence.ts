import { type AsKind, BOOKS_DATE, findAsKind, isProxiedBrowser } from "../ip/as-books";
import type { AddressFacts, Listed } from "../ip/ip-data";
import type { NetworkKind } from "./category-names";
import type { Click } from "./click";
import type { Signal, SignalName } from "./signal";

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

/** The ranges that cloud providers publish themselves. VPN providers rent there, too. */
const officialCloud: Source = ({ cloud, vpn, asn }) =>
  cloud ? (listedAs("vpn", vpn, asn) ?? listedAs("datacenter", cloud, asn)) : null;

/**
 * The addresses of carriers, homes and campuses are people's, whatever other lists say: caches and
 * announced customer networks make whole blocks look like hosting.
 */
const people: Source = ({ asn, carrierNat }) => {
  if (carrierNat) return { signal: "shared_network", evidence: { by: "carrier", ...carrierNat } };
  const kind = asn === undefined ? null : findAsKind(asn);
  if (asn === undefined || kind === null || !isOfPeople(kind)) return null;
  return kind === "home" ? "trusted" : { signal: "shared_network", evidence: { by: kind, asn } };
};

function isOfPeople(kind: AsKind): kind is "carrier" | "mixed" | "home" | "campus" {
  return !["vpn", "hosting", "named hosting"].includes(kind);
}

const openProxy: Source = ({ proxy, asn }) => listedAs("proxy", proxy, asn);

/**
 * Before hosting: VPN providers rent nearly all their exits from hosters. Such a click is held and
 * never paid by itself, so a farm at a hoster gains nothing by a VPN's address.
 */
const vpnExit: Source = ({ vpn, asn }) =>
  listedAs("vpn", vpn, asn) ?? announcedBy("vpn", asn, "vpn");

/** Holds what only its name or a third party's list knows: both also contain people. */
const hosting: Source = ({ datacenter, asn }) =>
  announcedBy("hosting", asn, "datacenter") ??
  announcedBy("named hosting", asn, "hosting") ??
  listedAs("hosting", datacenter, asn);

function announcedBy(kind: AsKind, asn: number | undefined, signal: SignalName): Signal | null {
  if (asn === undefined || findAsKind(asn) !== kind) return null;
  return { signal, evidence: { list: `${kind.replace(" ", "-")}-asns`, date: BOOKS_DATE, asn } };
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

type Recorded = { signals: readonly Signal[]; asn: number | null };

/** Signals that name a kind, in the order in which they decide. */
const bySignal = [
  ["relay", "relay"],
  ["tor", "proxy"],
  ["datacenter", "hosting"],
  ["hosting", "hosting"],
  ["proxy", "proxy"],
  ["vpn", "vpn"],
] as const;

export function findNetworkKind({ signals, asn }: Recorded): NetworkKind {
  const names = new Set(signals.map(({ signal }) => signal));
  const named = bySignal.find(([signal]) => names.has(signal));
  if (named) return named[1];
  if (asn === null) return "unknown";
  const kind = findAsKind(asn);
  if (kind === "named hosting") return "hosting";
  return kind === null || kind === "home" || kind === "mixed" ? "residential" : kind;
}
