import type { TableClass } from "./ip-data";
import type { DownloadedList } from "./lists";
import { parseCountry, parseIpv4, parseIpv6Network } from "./numbers";
import { flattenRanges, type NumberedRanges, type RangeTable } from "./ranges";

/** Reads the numbers of one kind of table. Wider ranges are mistakes; IPv6 counts networks of /64. */
type TableFormat = {
  /** Returns 0 for text that stands for nothing known; null if it is malformed. */
  parseNumber: (text: string) => number | null;
  widestIpv4: number;
  widestIpv6: number;
};

const formats: Record<TableClass, TableFormat> = {
  asn: { parseNumber: parseAsn, widestIpv4: 2 ** 26, widestIpv6: 2 ** 48 },
  // Neighbouring networks of one country are one range.
  country: { parseNumber: parseCountry, widestIpv4: 2 ** 29, widestIpv6: 2 ** 52 },
};

/** What the column `clicks.asn` can hold. Larger numbers are reserved for private use. */
const LARGEST_ASN = 2 ** 31 - 1;
const MAX_LINE_LENGTH = 1_000;

export type ParsedTable = DownloadedList & { table: RangeTable };

/**
 * Parses a table of AS numbers or countries line by line: `start,end,asn,name` or `start,end,country`
 * (CSV), or the same separated by tabs (TSV). AS 0 means that nobody announces the range. Ignores names.
 */
export function createTableParser(tableClass: TableClass) {
  const format = formats[tableClass];
  const v4 = emptyRanges(4);
  const v6 = emptyRanges(6);
  const unreadable: string[] = [];
  let networks = 0;
  return {
    addLine: (text: string) => {
      const line = text.trimEnd();
      if (line === "" || line.startsWith("#")) return;
      const size = addRange(line, format, { v4, v6 });
      if (size === null) unreadable.push(line.slice(0, 200));
      else networks += size;
    },
    finish: (): ParsedTable => ({
      unreadable,
      size: {
        ranges: v4.numbers.length + v6.numbers.length,
        networks: BigInt(Math.round(networks)),
      },
      table: { v4: flattenRanges(v4), v6: flattenRanges(v6) },
    }),
  };
}

function emptyRanges(family: 4 | 6): NumberedRanges {
  return { family, startHigh: [], startLow: [], endHigh: [], endLow: [], numbers: [] };
}

type BothFamilies = { v4: NumberedRanges; v6: NumberedRanges };

/** Returns the number of addresses (IPv6: of /64 networks) that were added; null if the line is malformed. */
function addRange(line: string, format: TableFormat, { v4, v6 }: BothFamilies): number | null {
  if (line.length > MAX_LINE_LENGTH) return null;
  const [start = "", end = "", text = ""] = line.split(line.includes("\t") ? "\t" : ",", 3);
  const number = format.parseNumber(text.trim());
  if (number === null) return null;
  const from = parseIpv4(start);
  if (from >= 0) {
    const to = parseIpv4(end);
    if (to < from) return null;
    if (number === 0) return 0;
    if (to - from >= format.widestIpv4) return null;
    push(v4, { startHigh: from, startLow: 0, endHigh: to, endLow: 0, number });
    return to - from + 1;
  }
  if (!parseIpv6Network(start, first) || !parseIpv6Network(end, last)) return null;
  const size = (last.high - first.high) * 2 ** 32 + last.low - first.low + 1;
  if (size < 1) return null;
  if (number === 0) return 0;
  if (size > format.widestIpv6) return null;
  const { high: startHigh, low: startLow } = first;
  push(v6, { startHigh, startLow, endHigh: last.high, endLow: last.low, number });
  return size;
}

const first = { high: 0, low: 0 };
const last = { high: 0, low: 0 };

type Range = {
  startHigh: number;
  startLow: number;
  endHigh: number;
  endLow: number;
  number: number;
};

function push(
  ranges: NumberedRanges,
  { startHigh, startLow, endHigh, endLow, number }: Range,
): void {
  ranges.startHigh.push(startHigh);
  ranges.startLow.push(startLow);
  ranges.endHigh.push(endHigh);
  ranges.endLow.push(endLow);
  ranges.numbers.push(number);
}

/** Returns 0 for numbers that name no public AS; null if the text is not a number. */
function parseAsn(text: string): number | null {
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const asn = Number(digits);
  return asn <= LARGEST_ASN ? asn : 0;
}
