import ipaddr from "ipaddr.js";

/** A prefix under which a translator shows IPv4 clients to IPv6 servers (RFC 6052). */
export type Nat64Prefix = { network: ipaddr.IPv6; bits: number };

/** Prefix lengths for which RFC 6052 says where the IPv4 address is. */
const nat64Lengths: readonly number[] = [32, 40, 48, 56, 64, 96];

const wellKnownPrefix: Nat64Prefix = { network: ipaddr.IPv6.parse("64:ff9b::"), bits: 96 };

/** Throws if a text is not an IPv6 prefix of a length in `nat64Lengths`. */
export function parseNat64Prefix(cidr: string): Nat64Prefix {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  if (!(network instanceof ipaddr.IPv6) || !nat64Lengths.includes(bits)) {
    throw new Error(`${cidr} is not a prefix of NAT64`);
  }
  return { network, bits };
}

export function isNat64Prefix(text: string): boolean {
  if (!ipaddr.IPv6.isValidCIDR(text)) return false;
  return nat64Lengths.includes(ipaddr.IPv6.parseCIDR(text)[1]);
}

/**
 * Returns the IPv4 address of a client that comes through a NAT64; null if the address is not
 * translated. The well-known prefix 64:ff9b::/96 must not stand for private addresses (RFC 6052,
 * section 3.1): nobody may use it to appear as a machine of the server's own network.
 */
export function unwrapNat64(
  address: ipaddr.IPv6,
  configured: readonly Nat64Prefix[],
): string | null {
  const own = configured.find(({ network, bits }) => address.match(network, bits));
  if (own) return ipv4Behind(address, own.bits);
  if (!address.match(wellKnownPrefix.network, wellKnownPrefix.bits)) return null;
  const client = ipv4Behind(address, wellKnownPrefix.bits);
  return isForClients(client) ? client : null;
}

/** The IPv4 address follows the prefix; byte 8 is always skipped. */
function ipv4Behind(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray();
  const after = bytes.slice(bits / 8);
  return (bits < 96 ? after.toSpliced(8 - bits / 8, 1) : after).slice(0, 4).join(".");
}

const mayBeTunnel = /^(?:2002:|2001:0{0,4}:)/;

/**
 * Returns the IPv4 address inside a 6to4 address (2002::/16) or of a Teredo client (2001::/32),
 * where the tunnel starts. All Teredo clients of one server share a /64. Returns other addresses unchanged.
 */
export function unwrapTunnel(address: string): string {
  if (!mayBeTunnel.test(address)) return address;
  const [first, second = 0, third = 0, , , , seventh = 0, eighth = 0] =
    ipaddr.IPv6.parse(address).parts;
  if (first !== 0x2002 && second !== 0) return address;
  const inner =
    first === 0x2002 ? toIpv4(second, third) : toIpv4(seventh ^ 0xffff, eighth ^ 0xffff);
  return isForClients(inner) ? inner : address;
}

function toIpv4(high: number, low: number): string {
  return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
}

const neverClients = [
  "unspecified",
  "private",
  "loopback",
  "linkLocal",
  "multicast",
  "broadcast",
  "carrierGradeNat",
];

/** Whether an IPv4 address may be a client's on the internet. */
function isForClients(ipv4: string): boolean {
  return !neverClients.includes(ipaddr.IPv4.parse(ipv4).range());
}
