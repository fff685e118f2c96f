import ipaddr from "ipaddr.js";
import type { AddressRange } from "./range-index";

/** Lists hold networks; one as wide as half the internet is a mistake in the list. */
const WIDEST_IPV4_PREFIX = 6;
const WIDEST_IPV6_PREFIX = 16;

/** One CIDR range or one address, as a range; null when the text is neither, or absurdly wide. */
export function parseRange(text: string, bits: number): AddressRange | null {
  const [address = "", length] = text.split("/");
  if (!ipaddr.isValid(address) || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const parsed = ipaddr.process(address);
  const isIpv4 = parsed.kind() === "ipv4";
  const width = isIpv4 ? 32 : 128;
  const prefix = length === undefined ? width : Number(length);
  const widest = isIpv4 ? WIDEST_IPV4_PREFIX : WIDEST_IPV6_PREFIX;
  if (prefix > width || prefix < widest) return null;
  const number = parsed.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const hostBits = BigInt(width - prefix);
  const start = (number >> hostBits) << hostBits;
  const end = start | ((1n << hostBits) - 1n);
  return isIpv4
    ? { family: 4, start, end, bits }
    : { family: 6, start: start >> 64n, end: end >> 64n, bits };
}

/**
 * Reads a published list: one range or address a line, `#` starts a comment, and in CSV files the
 * first column that is an address counts. Gives the lines it could not read beside the ranges.
 */
export function parseList(
  text: string,
  bits: number,
): { ranges: AddressRange[]; unreadable: string[] } {
  const ranges: AddressRange[] = [];
  const unreadable: string[] = [];
  for (const line of text.split("\n")) {
    const content = line.split("#")[0]?.trim() ?? "";
    if (content === "") continue;
    const range = readLine(content, bits);
    if (range) ranges.push(range);
    else unreadable.push(content.slice(0, 200));
  }
  return { ranges, unreadable };
}

function readLine(content: string, bits: number): AddressRange | null {
  for (const column of content.split(",")) {
    const range = parseRange(column.trim(), bits);
    if (range) return range;
  }
  return null;
}
