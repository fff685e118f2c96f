import { type NetworkHalves, parseIpv4, parseIpv6Network } from "./numbers";
import { type AddressRange, buildRangeIndex, lookUpAddress } from "./ranges";

export type ListBounds = { minRanges: number; maxRanges: number };

/** Size of a list; `networks` counts IPv4 addresses and IPv6 /64s. */
export type ListSize = { ranges: number; networks: bigint };

/** What was read of a download. */
export type DownloadedList = { size: ListSize; unreadable: readonly string[] };

/** Tolerated share of unreadable lines, in addition to one heading. */
const UNREADABLE_PERCENT = 1;
const MIN_PERCENT_OF_LAST = 50n;
const MAX_PERCENT_OF_LAST = 300n;

export function measureList(ranges: readonly AddressRange[]): ListSize {
  return {
    ranges: ranges.length,
    networks: ranges.reduce((sum, { start, end }) => sum + (end - start + 1n), 0n),
  };
}

/** Returns why a downloaded list is implausible, or null if it is fine. `last` is the size of the last accepted list. */
export function findListProblem(
  { size, unreadable }: DownloadedList,
  { minRanges, maxRanges }: ListBounds,
  last: ListSize | null,
): string | null {
  const { ranges, networks } = size;
  const [sample] = unreadable;
  if (unreadable.length > 1 + (ranges * UNREADABLE_PERCENT) / 100) {
    return `${unreadable.length} lines are not addresses, such as ${JSON.stringify(sample)}`;
  }
  if (ranges < minRanges) return `it has ${ranges} ranges, at least ${minRanges} are expected`;
  if (ranges > maxRanges) return `it has ${ranges} ranges, at most ${maxRanges} are expected`;
  if (!last) return null;
  if (
    BigInt(ranges) * 100n < BigInt(last.ranges) * MIN_PERCENT_OF_LAST ||
    networks * 100n < last.networks * MIN_PERCENT_OF_LAST
  ) {
    return `it has ${ranges} ranges instead of ${last.ranges}, or covers less than half as much as before`;
  }
  if (networks * 100n > last.networks * MAX_PERCENT_OF_LAST) {
    return "it covers more than three times as much as before";
  }
  return null;
}

/** Wider ranges are refused as mistakes in a list. */
const WIDEST_IPV4_PREFIX = 6;
const WIDEST_IPV6_PREFIX = 16;

/** Parses a CIDR range or a single address. Returns null if the text is neither, or too wide. */
export function parseRange(text: string): AddressRange | null {
  const slash = text.indexOf("/");
  const address = slash < 0 ? text : text.slice(0, slash);
  const length = slash < 0 ? null : parsePrefix(text.slice(slash + 1));
  if (length !== null && length < 0) return null;
  const ipv4 = parseIpv4(address);
  if (ipv4 >= 0) return toIpv4Range(ipv4, length ?? 32);
  return parseIpv6Network(address, halves) ? toIpv6Range(halves, length ?? 128) : null;
}

export type ParsedList = {
  ranges: AddressRange[];
  /** The text of each range, in the same order. */
  lines: string[];
  unreadable: string[];
};

/**
 * Parses a published list: one range or address per line, `#` starts a comment, and in CSV files the
 * first column with an address counts. Leaves special-purpose ranges out. Also returns the unreadable
 * lines.
 */
export function parseList(text: string): ParsedList {
  const list: ParsedList = { ranges: [], lines: [], unreadable: [] };
  for (const line of text.split("\n")) {
    const content = line.split("#")[0]?.trim() ?? "";
    if (content === "") continue;
    if (!readLine(content, list)) list.unreadable.push(content.slice(0, 200));
  }
  return list;
}

function readLine(content: string, list: ParsedList): boolean {
  for (const column of content.split(",")) {
    const text = column.trim();
    const range = parseRange(text);
    if (!range) continue;
    if (isSpecialRange(range)) return true;
    list.ranges.push(range);
    list.lines.push(text);
    return true;
  }
  return false;
}

const halves: NetworkHalves = { high: 0, low: 0 };

function parsePrefix(text: string): number {
  return /^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : -1;
}

function toIpv4Range(address: number, prefix: number): AddressRange | null {
  if (prefix > 32 || prefix < WIDEST_IPV4_PREFIX) return null;
  const size = 2 ** (32 - prefix);
  const start = address - (address % size);
  return { family: 4, start: BigInt(start), end: BigInt(start + size - 1) };
}

function toIpv6Range({ high, low }: NetworkHalves, prefix: number): AddressRange | null {
  if (prefix > 128 || prefix < WIDEST_IPV6_PREFIX) return null;
  const hostBits = BigInt(Math.max(0, 64 - prefix));
  const network = (BigInt(high) << 32n) | BigInt(low);
  const start = (network >> hostBits) << hostBits;
  return { family: 6, start, end: start | ((1n << hostBits) - 1n) };
}

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

function isSpecialRange({ family, start, end }: AddressRange): boolean {
  return blocks.some(
    (block) => block.family === family && block.start <= start && end <= block.end,
  );
}

function split(cidr: string): { address: string; bits: number } {
  const [address = "", bits = ""] = cidr.split("/");
  return { address, bits: Number(bits) };
}
