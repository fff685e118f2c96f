import { parseIpv4, parseIpv6Network } from "./address-number";
import type { AsnTable } from "./asn-table";
import { type AsnRanges, flattenAsnRanges } from "./flatten-asn-ranges";
import type { DownloadedList } from "./judge-list";

/** Wider ranges are mistakes: 2^26 IPv4 addresses, 2^48 IPv6 networks of /64. */
const WIDEST_IPV4_RANGE = 2 ** 26;
const WIDEST_IPV6_RANGE = 2 ** 48;
/** What the column `clicks.asn` can hold. Larger numbers are reserved for private use. */
const LARGEST_ASN = 2 ** 31 - 1;
const MAX_LINE_LENGTH = 1_000;

export type ParsedAsnTable = DownloadedList & { table: AsnTable };

/**
 * Parses a table of AS numbers line by line: `start,end,asn,name` (CSV) or the same separated by tabs
 * (TSV). AS 0 means that nobody announces the range. Ignores names.
 */
export function createAsnTableParser() {
  const v4 = emptyRanges(4);
  const v6 = emptyRanges(6);
  const unreadable: string[] = [];
  let networks = 0;
  return {
    addLine: (text: string) => {
      const line = text.trimEnd();
      if (line === "" || line.startsWith("#")) return;
      const size = addRange(line, v4, v6);
      if (size === null) unreadable.push(line.slice(0, 200));
      else networks += size;
    },
    finish: (): ParsedAsnTable => ({
      unreadable,
      size: { ranges: v4.asns.length + v6.asns.length, networks: BigInt(Math.round(networks)) },
      table: { v4: flattenAsnRanges(v4), v6: flattenAsnRanges(v6) },
    }),
  };
}

function emptyRanges(family: 4 | 6): AsnRanges {
  return { family, startHigh: [], startLow: [], endHigh: [], endLow: [], asns: [] };
}

/** Returns the number of addresses (IPv6: of /64 networks) that were added; null if the line is malformed. */
function addRange(line: string, v4: AsnRanges, v6: AsnRanges): number | null {
  if (line.length > MAX_LINE_LENGTH) return null;
  const [start = "", end = "", number = ""] = line.split(line.includes("\t") ? "\t" : ",", 3);
  const asn = parseAsn(number);
  if (asn === null) return null;
  const from = parseIpv4(start);
  if (from >= 0) {
    const to = parseIpv4(end);
    if (to < from) return null;
    if (asn === 0) return 0;
    if (to - from >= WIDEST_IPV4_RANGE) return null;
    push(v4, { startHigh: from, startLow: 0, endHigh: to, endLow: 0, asn });
    return to - from + 1;
  }
  if (!parseIpv6Network(start, first) || !parseIpv6Network(end, last)) return null;
  const size = (last.high - first.high) * 2 ** 32 + last.low - first.low + 1;
  if (size < 1) return null;
  if (asn === 0) return 0;
  if (size > WIDEST_IPV6_RANGE) return null;
  const { high: startHigh, low: startLow } = first;
  push(v6, { startHigh, startLow, endHigh: last.high, endLow: last.low, asn });
  return size;
}

const first = { high: 0, low: 0 };
const last = { high: 0, low: 0 };

type Range = {
  startHigh: number;
  startLow: number;
  endHigh: number;
  endLow: number;
  asn: number;
};

function push(ranges: AsnRanges, { startHigh, startLow, endHigh, endLow, asn }: Range): void {
  ranges.startHigh.push(startHigh);
  ranges.startLow.push(startLow);
  ranges.endHigh.push(endHigh);
  ranges.endLow.push(endLow);
  ranges.asns.push(asn);
}

/** Returns 0 for numbers that name no public AS; null if the text is not a number. */
function parseAsn(text: string): number | null {
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const asn = Number(digits);
  return asn <= LARGEST_ASN ? asn : 0;
}
