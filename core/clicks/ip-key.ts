import ipaddr from "ipaddr.js";

/** What counts as one address: IPv4 as it is, IPv6 as its /64, which is what one household gets. */
export function ipKey(ip: string): string {
  return ip.includes(":") ? networkOf(ip, 64) : ip;
}

/** The /48 of an IPv6 address, the most that one customer of a provider usually gets. */
export function siteKey(ip: string): string {
  return networkOf(ip, 48);
}

function networkOf(ip: string, bits: 48 | 64): string {
  const { parts } = ipaddr.IPv6.parse(ip);
  const kept = bits / 16;
  const network = parts.map((part, index) => (index < kept ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${bits}`;
}

/** Whether an address can tell people apart: not loopback, private, link-local, carrier-grade NAT and the like. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.parse(ip).range() === "unicast";
}
