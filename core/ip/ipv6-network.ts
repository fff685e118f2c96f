import ipaddr from "ipaddr.js";

/** The network of `bits` bits around an IPv6 address, as `2001:db8::/48`. */
export function ipv6Network(ip: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;
}
