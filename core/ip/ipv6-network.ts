import ipaddr from "ipaddr.js";

/** Returns the network of an IPv6 address with a prefix of `bits` bits: `2001:db8::/48`. */
export function ipv6Network(ip: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;
}
