import ipaddr from "ipaddr.js";

/** The prefix under which a NAT64 shows IPv4 clients to IPv6 servers (RFC 6052), and its bits. */
const nat64Prefix = [ipaddr.IPv6.parse("64:ff9b::"), 96] as const;

/**
 * Returns the IPv4 address of a client that comes through a NAT64; null if the address is not
 * translated. The prefix must not stand for private addresses (RFC 6052, section 3.1): nobody may use
 * it to appear as a machine of the server's own network.
 */
export function unwrapNat64(address: ipaddr.IPv6): string | null {
  if (!address.match(...nat64Prefix)) return null;
  const client = address.toByteArray().slice(12).join(".");
  return isForClients(client) ? client : null;
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
