import { unwrapNat64 } from "@fairclick/core/ip/numbers";
import ipaddr from "ipaddr.js";

/** `bits` holds an IPv4 address as a number: it is the common case and needs no further allocation. */
type Address = { text: string; bits: number | ipaddr.IPv6 };

export type TrustedRanges = {
  v4: readonly { network: number; shift: number }[];
  v6: readonly { network: ipaddr.IPv6; bits: number }[];
};

/** How much of the header's end is read; trusted proxies append to the end. */
const MAX_HEADER_LENGTH = 1_024;
const MAX_ADDRESS_LENGTH = 45;
/** How much of the end of `x-forwarded-proto` is read. */
const MAX_PROTO_LENGTH = 16;

/** Throws if a text is not a CIDR range. */
export function parseTrustedRanges(cidrs: readonly string[]): TrustedRanges {
  const parsed = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return {
    v4: parsed.flatMap(([network, bits]) => {
      const shift = 32 - bits;
      return network instanceof ipaddr.IPv4
        ? [{ network: networkBits(parseIpv4(network.toString()) ?? 0, shift), shift }]
        : [];
    }),
    v6: parsed.flatMap(([network, bits]) =>
      network instanceof ipaddr.IPv6 ? [{ network, bits }] : [],
    ),
  };
}

/**
 * Returns the client's IP address: reading `x-forwarded-for` from the right, the first address that is
 * not a trusted proxy, or the leftmost entry if all are. An entry counts only if the hop to its right
 * is trusted, so headers from other peers and entries left of a malformed one are ignored. The text is
 * canonical; IPv4-mapped IPv6 and addresses behind a NAT64 become IPv4. Throws if the peer's address is
 * malformed.
 */
export function clientAddress(
  peerIp: string,
  forwardedFor: string | null,
  trusted: TrustedRanges,
): string {
  const peer = parseAddress(peerIp);
  if (!peer) throw new Error(`The peer's address is malformed: ${peerIp}`);
  if (!forwardedFor || !isTrusted(peer, trusted)) return peer.text;
  let client = peer;
  let end = forwardedFor.length;
  const stop = Math.max(-1, end - MAX_HEADER_LENGTH);
  while (end > stop) {
    const comma = forwardedFor.lastIndexOf(",", end - 1);
    if (comma < stop) break;
    const hop = parseAddress(forwardedFor.slice(comma + 1, end).trim());
    if (!hop) break;
    client = hop;
    if (!isTrusted(hop, trusted)) break;
    end = comma;
  }
  return client.text;
}

/**
 * Whether the visitor's connection was encrypted: the last value of `x-forwarded-proto`, if the peer is
 * a trusted proxy. Everything else counts as http.
 */
export function cameByHttps(
  peerIp: string,
  forwardedProto: string | null,
  trusted: TrustedRanges,
): boolean {
  if (!forwardedProto || !lastIsHttps.test(forwardedProto.slice(-MAX_PROTO_LENGTH))) return false;
  const peer = parseAddress(peerIp);
  return peer !== null && isTrusted(peer, trusted);
}

const lastIsHttps = /(?:^|[,\s])https\s*$/i;

/** Prefix of IPv4 peers on a dual-stack socket. */
const MAPPED = "::ffff:";

/**
 * Accepts four decimal parts or IPv6, without zone or port; rejects octal and single-number IPv4.
 * Returns null if malformed.
 */
function parseAddress(text: string): Address | null {
  const ipv4Text = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  const ipv4 = parseIpv4(ipv4Text);
  if (ipv4 !== null) return { text: ipv4Text, bits: ipv4 };
  if (text.length > MAX_ADDRESS_LENGTH || !text.includes(":") || text.includes("%")) return null;
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  const inner = address.isIPv4MappedAddress()
    ? address.toIPv4Address().toString()
    : unwrapNat64(address);
  return inner === null ? { text: address.toString(), bits: address } : parseAddress(inner);
}

const DOT = 46;
const ZERO = 48;

function parseIpv4(text: string): number | null {
  if (text.length < 7 || text.length > 15) return null;
  let bits = 0;
  let part = -1;
  let parts = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : DOT;
    if (code === DOT) {
      if (part < 0) return null;
      bits = bits * 256 + part;
      parts += 1;
      part = -1;
    } else {
      const digit = code - ZERO;
      // A leading zero is ambiguous: some parsers read the part as octal.
      if (digit < 0 || digit > 9 || part === 0) return null;
      part = part < 0 ? digit : part * 10 + digit;
      if (part > 255) return null;
    }
  }
  return parts === 4 ? bits : null;
}

function networkBits(bits: number, shift: number): number {
  return Math.floor(bits / 2 ** shift);
}

function isTrusted({ bits }: Address, trusted: TrustedRanges): boolean {
  if (typeof bits === "number") {
    return trusted.v4.some(({ network, shift }) => networkBits(bits, shift) === network);
  }
  return trusted.v6.some((range) => bits.match(range.network, range.bits));
}
