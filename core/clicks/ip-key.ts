import ipaddr from "ipaddr.js";

/** Returns the key under which an address counts: the IPv4 address, or the /64 of an IPv6 address (one household). */
export function ipKey(ip: string): string {
  return ip.includes(":") ? networkOf(ip, 64) : ip;
}

/** Returns the /48 of an IPv6 address, usually the largest network of one customer. */
export function siteKey(ip: string): string {
  return networkOf(ip, 48);
}

function networkOf(ip: string, bits: 48 | 64): string {
  const { parts } = ipaddr.IPv6.parse(ip);
  const kept = bits / 16;
  const network = parts.map((part, index) => (index < kept ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${bits}`;
}

/** Whether an address identifies a visitor: not loopback, private, link-local, carrier-grade NAT and the like. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.parse(ip).range() === "unicast";
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
