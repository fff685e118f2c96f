import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedRanges = readonly [Address, number][];

/** Only so much of the header is looked at: a proxy that we trust appends to its end. */
const MAX_HEADER_LENGTH = 1_024;
const MAX_ADDRESS_LENGTH = 45;

export function parseTrustedRanges(cidrs: readonly string[]): TrustedRanges {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
}

/**
 * Whose request it is: the first address, from the right of `x-forwarded-for`, that is not a trusted
 * proxy's. Each hop is believed only because the one after it is trusted, so a header from anywhere
 * else, and everything to the left of a malformed entry, counts for nothing. IPv4-mapped IPv6 is
 * IPv4; the text is canonical.
 */
export function clientAddress(
  peerIp: string,
  forwardedFor: string | null,
  trusted: TrustedRanges,
): string {
  const peer = parseAddress(peerIp);
  if (!peer) throw new Error(`The peer's address is none: ${peerIp}`);
  if (!forwardedFor || !isTrusted(peer, trusted)) return peer.toString();
  let client = peer;
  for (const hop of hopsFromTheRight(forwardedFor)) {
    const address = parseAddress(hop);
    if (!address) break;
    client = address;
    if (!isTrusted(address, trusted)) break;
  }
  return client.toString();
}

function* hopsFromTheRight(header: string): Generator<string> {
  let end = header.length;
  const stop = Math.max(-1, header.length - MAX_HEADER_LENGTH);
  while (end > stop) {
    const comma = header.lastIndexOf(",", end - 1);
    if (comma < stop) return;
    yield header.slice(comma + 1, end).trim();
    end = comma;
  }
}

/** Strict: four decimal parts or IPv6, without zone, port or the octal and one-number forms of old C. */
function parseAddress(text: string): Address | null {
  if (text.length > MAX_ADDRESS_LENGTH || text.includes("%")) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!text.includes(":") || !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function isTrusted(address: Address, trusted: TrustedRanges): boolean {
  return trusted.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );
}
