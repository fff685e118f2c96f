import { plural, t } from "../language/t";
import { browserProxies, carrierNat } from "./as-books";
import { isSpecialPurpose, parseRange } from "./lists";
import { countryCode, unwrapTunnel } from "./numbers";
import {
  type AddressRange,
  buildRangeIndex,
  findNumber,
  lookUpAddress,
  noRangeTable,
  type RangeTable,
} from "./ranges";

/** Classes of published address lists. */
export const listClasses = ["relay", "tor", "cloud", "datacenter", "proxy", "vpn"] as const;
export type ListClass = (typeof listClasses)[number];

/** Classes of tables that have a number for each address: its AS, or its country. */
export const tableClasses = ["asn", "country"] as const;
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

/** An operator's decision about a range. */
export type OperatorRange = { range: string; effect: RangeEffect; date: string };

/** Evidence: the list that contains the address, and its date. */
export type Listed = { list: string; date: string };

/** Facts about one ip address. */
export type AddressFacts = Readonly<
  Partial<Record<ListClass | "browserProxy" | "carrierNat", Listed>> & {
    operator?: OperatorRange;
    /** The AS that announces the address. */
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

export type IpDataInput = {
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
export const STALE_AFTER_DAYS = 14;

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
