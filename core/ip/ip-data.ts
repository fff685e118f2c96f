import { plural, t } from "../language/t";
import { browserProxies, carrierNat } from "./as-books";
import { type DownloadedList, isSpecialPurpose, parseRange } from "./lists";
import { countryCode, parseCountry, parseIpv4, parseIpv6Network, unwrapTunnel } from "./numbers";
import {
  type AddressRange,
  buildRangeIndex,
  findNumber,
  flattenRanges,
  lookUpAddress,
  type NumberedRanges,
  noRangeTable,
  type RangeTable,
} from "./ranges";

export const listClasses = ["relay", "tor", "cloud", "datacenter", "proxy", "vpn"] as const;
export type ListClass = (typeof listClasses)[number];

/** Classes of tables that have a number for each address: its AS, or its country. */
const tableClasses = ["asn", "country"] as const;
export type TableClass = (typeof tableClasses)[number];

/** Classes of everything that is downloaded. */
export const sourceClasses = [...listClasses, ...tableClasses] as const;
export type SourceClass = (typeof sourceClasses)[number];

export type IpList = {
  name: string;
  class: ListClass;
  /** The day of the last change of the list. */
  date: string;
  ranges: readonly AddressRange[];
};

/**
 * What operators decide about a range: `allow` makes the lists not apply to it; `shared` does so too
 * and says that many people share it; `deny` makes its clicks invalid.
 */
export const rangeEffects = ["allow", "shared", "deny"] as const;
export type RangeEffect = (typeof rangeEffects)[number];

type OperatorRange = { range: string; effect: RangeEffect; date: string };

/** Evidence: the list that contains the address, and its date. */
export type Listed = { list: string; date: string };

export type AddressFacts = Readonly<
  Partial<Record<ListClass | "browserProxy" | "carrierNat", Listed>> & {
    operator?: OperatorRange;
    asn?: number;
  }
>;

export type IpData = Readonly<{
  /** Stored with each click; null if there is no data. */
  version: number | null;
  /** List `i` as bit `1 << i`. */
  index: RangeTable;
  /** `lists[i]` describes list `i` of the index. */
  lists: readonly {
    name: string;
    class: ListClass | "browserProxy" | "carrierNat" | "operator";
    date: string;
  }[];
  operatorRanges: readonly (OperatorRange & AddressRange)[];
  asnTable: RangeTable;
  countryTable: RangeTable;
}>;

type IpDataInput = {
  version: number | null;
  lists: readonly IpList[];
  operatorRanges: readonly OperatorRange[];
  asnTable?: RangeTable;
  countryTable?: RangeTable;
};

/** Builds the lookup structure. Ignores operator ranges that cannot be parsed. */
export function compileIpData(input: IpDataInput): IpData {
  const { version, lists, operatorRanges, asnTable = noRangeTable } = input;
  const { countryTable = noRangeTable } = input;
  const decided = operatorRanges.flatMap((one) => {
    const range = parseRange(one.range);
    return range ? [{ ...one, ...range }] : [];
  });
  const all = [
    ...lists,
    ...browserProxies.map(({ name, date, ranges }) => ({
      name,
      date,
      class: "browserProxy" as const,
      ranges: ranges.flatMap((text) => parseRange(text) ?? []),
    })),
    {
      name: carrierNat.name,
      date: carrierNat.date,
      class: "carrierNat" as const,
      ranges: [parseRange(carrierNat.range)].filter((range) => range !== null),
    },
    { name: "operators", date: "", class: "operator" as const, ranges: decided },
  ];
  return {
    version,
    index: buildRangeIndex(all.map(({ ranges }) => ranges)),
    lists: all.map(({ name, class: listClass, date }) => ({ name, class: listClass, date })),
    operatorRanges: decided,
    asnTable,
    countryTable,
  };
}

export const noIpData: IpData = {
  version: null,
  index: buildRangeIndex([]),
  lists: [],
  operatorRanges: [],
  asnTable: noRangeTable,
  countryTable: noRangeTable,
};

export const noAddressFacts: AddressFacts = {};

/**
 * Returns what is known about an address. Names the first list of each class, and the narrowest
 * operator range. 6to4 and Teredo are known by the IPv4 address inside. Lists do not count for
 * special-purpose addresses; operators' ranges do.
 */
export function findAddressFacts(data: IpData, address: string): AddressFacts {
  const network = unwrapTunnel(address);
  const bits = lookUpAddress(data.index, network);
  const tunnelBits = network === address ? bits : lookUpAddress(data.index, address);
  const asn = findNumber(data.asnTable, network);
  if (bits === 0 && tunnelBits === 0 && asn === null) return noAddressFacts;
  const isSpecial = isSpecialPurpose(network);
  const facts: { -readonly [Name in keyof AddressFacts]: AddressFacts[Name] } = {};
  for (const [i, { name: list, class: listClass, date }] of data.lists.entries()) {
    if (((bits | tunnelBits) & (1 << i)) === 0) continue;
    if (listClass === "operator") {
      const operator = findOperatorRange(data, address) ?? findOperatorRange(data, network);
      if (operator) facts.operator = operator;
    } else if ((bits & (1 << i)) !== 0 && (!isSpecial || listClass === "carrierNat")) {
      facts[listClass] ??= { list, date };
    }
  }
  if (asn !== null && !isSpecial) facts.asn = asn;
  return facts;
}

/**
 * Returns the ISO 3166 code of the country that an address is used in; null if it is not known, as of
 * special-purpose addresses.
 */
export function findCountry({ countryTable }: Pick<IpData, "countryTable">, address: string) {
  const network = unwrapTunnel(address);
  const number = isSpecialPurpose(network) ? null : findNumber(countryTable, network);
  return number === null ? null : countryCode(number);
}

function findOperatorRange(data: IpData, address: string): OperatorRange | null {
  const at = parseRange(address);
  const [narrowest] = data.operatorRanges
    .filter((one) => at?.family === one.family && one.start <= at.start && at.start <= one.end)
    .sort((a, b) => Number(a.end - a.start - (b.end - b.start)));
  if (!narrowest) return null;
  const { range, effect, date } = narrowest;
  return { range, effect, date };
}

const DAY_MS = 86_400_000;
/** Older lists miss too much: data-centre lists change by 1 % a month, Tor exits by 8 % a week. */
const STALE_AFTER_DAYS = 14;

/** What is not found without any list of a class. */
const missingTexts = {
  relay: "There is no list of relays: their visitors can be held as a VPN's",
  tor: "There is no list of Tor exits: they are not found",
  datacenter: "There is no list of data centres: they are found by clouds' lists and their AS only",
  vpn: "There is no list of VPNs: they are found by their AS only",
  asn: "There is no table of AS numbers: hosters, carriers, homes and campuses are not recognised by their AS",
} as const;
const neededClasses = ["relay", "tor", "datacenter", "vpn", "asn"] as const;

/** A list and the last time at which its source confirmed it. */
export type ListAge = { name: string; class: SourceClass; checkedAt: Date };

/** Returns what is missing or outdated in the address data, without a full stop; empty if nothing is. */
export function listAgeWarnings(lists: readonly ListAge[], now: Date): string[] {
  if (lists.length === 0) {
    return [
      "There is no address data: the signals relay, tor, datacenter, hosting and vpn are not found",
    ];
  }
  const missing = neededClasses.filter((name) => !lists.some((list) => list.class === name));
  const warnings = missing.map((name) => missingTexts[name]);
  const stale = lists.filter(({ checkedAt }) => ageInDays(checkedAt, now) > STALE_AFTER_DAYS);
  if (stale.length === 0) return warnings;
  const oldest = Math.max(...stale.map(({ checkedAt }) => ageInDays(checkedAt, now)));
  const names = stale.map(({ name }) => name).join(", ");
  return [...warnings, `Address data is up to ${oldest} days old (${names})`];
}

const sourceNames: Record<SourceClass, () => string> = {
  relay: () => t`Private relays`,
  tor: () => t`Tor exits`,
  cloud: () => t`Ranges of clouds`,
  datacenter: () => t`Data centers`,
  proxy: () => t`Open proxies`,
  vpn: () => t`VPNs`,
  asn: () => t`Networks (AS numbers)`,
  country: () => t`Countries`,
};

/** Returns a line for each class of address data that is there, with the age of its oldest part. */
export function describeAddressData(lists: readonly ListAge[], now: Date): string[] {
  return sourceClasses.flatMap((sourceClass) => {
    const ages = lists
      .filter((list) => list.class === sourceClass)
      .map(({ checkedAt }) => ageInDays(checkedAt, now));
    const name = sourceNames[sourceClass]();
    return ages.length === 0
      ? []
      : [t`${name}: confirmed ${plural(Math.max(0, ...ages), "# day", "# days")} ago`];
  });
}

function ageInDays(checkedAt: Date, now: Date): number {
  return Math.floor((now.getTime() - checkedAt.getTime()) / DAY_MS);
}

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
