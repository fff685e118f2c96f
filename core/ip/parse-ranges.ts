import { type NetworkHalves, parseIpv4, parseIpv6Network } from "./address-number";
import type { AddressRange } from "./range-index";
import { isSpecialRange } from "./special-purpose";

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
