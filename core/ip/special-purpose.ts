import { parseIpv4, parseIpv6Network } from "./numbers";
import { type AddressRange, buildRangeIndex, lookUpAddress } from "./ranges";

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast. */
const ipv4Blocks = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/**
 * https://www.iana.org/assignments/iana-ipv6-special-registry, and everything outside 2000::/3, the
 * only space from which addresses are given out.
 */
const ipv6Blocks = [
  "::/3",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
  "4000::/2",
  "8000::/1",
];

const blocks: readonly AddressRange[] = [
  ...ipv4Blocks.map((cidr): AddressRange => {
    const { address, bits } = split(cidr);
    const start = BigInt(parseIpv4(address));
    return { family: 4, start, end: start + (1n << BigInt(32 - bits)) - 1n };
  }),
  ...ipv6Blocks.map((cidr): AddressRange => {
    const { address, bits } = split(cidr);
    const halves = { high: 0, low: 0 };
    parseIpv6Network(address, halves);
    const start = (BigInt(halves.high) << 32n) | BigInt(halves.low);
    return { family: 6, start, end: start + (1n << BigInt(64 - bits)) - 1n };
  }),
];

const index = buildRangeIndex([blocks]);

/**
 * Whether an address belongs to no network of the public internet: private, documentation, tunnels,
 * multicast and the like (RFC 6890). What a list says about such an address is a mistake.
 */
export function isSpecialPurpose(address: string): boolean {
  return lookUpAddress(index, address) !== 0;
}

/** Whether every address of a range is special. */
export function isSpecialRange({ family, start, end }: AddressRange): boolean {
  return blocks.some(
    (block) => block.family === family && block.start <= start && end <= block.end,
  );
}

function split(cidr: string): { address: string; bits: number } {
  const [address = "", bits = ""] = cidr.split("/");
  return { address, bits: Number(bits) };
}
