import ipaddr from "ipaddr.js";

/** What counts as one address: IPv4 as it is, IPv6 as its /64, which is what one household gets. */
export function ipKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  const address = ipaddr.IPv6.parse(ip);
  const network = [...address.parts.slice(0, 4), 0, 0, 0, 0];
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/** Whether an address can tell people apart: not loopback, private, link-local, carrier-grade NAT and the like. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.parse(ip).range() === "unicast";
}
