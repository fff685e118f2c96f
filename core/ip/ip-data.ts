import { type AsnTable, findAsn, noAsnTable } from "./asn-table";
import { browserProxies } from "./browser-proxies";
import { parseRange } from "./parse-ranges";
import { type AddressRange, buildRangeIndex, lookUpAddress, type RangeIndex } from "./range-index";

/** Classes of published address lists. */
export const listClasses = ["relay", "tor", "cloud", "datacenter", "proxy", "vpn"] as const;
export type ListClass = (typeof listClasses)[number];

/** Classes of everything that is downloaded: address lists, and tables of AS numbers. */
export const sourceClasses = [...listClasses, "asn"] as const;
export type SourceClass = (typeof sourceClasses)[number];

export type IpList = {
  name: string;
  class: ListClass;
  /** The day of the last change of the list. */
  date: string;
  ranges: readonly AddressRange[];
};

/** An operator's decision about a range. */
export type OperatorRange = { range: string; effect: "allow" | "deny"; date: string };

/** Evidence: the list that contains the address, and its date. */
export type Listed = { list: string; date: string };

/** Facts about one ip address. */
export type AddressFacts = Readonly<
  Partial<Record<ListClass | "browserProxy", Listed>> & {
    operator?: OperatorRange;
    /** The AS that announces the address. */
    asn?: number;
  }
>;

export type IpData = Readonly<{
  /** Stored with each click; null if there is no data. */
  version: number | null;
  index: RangeIndex;
  /** `lists[i]` describes list `i` of the index. */
  lists: readonly { name: string; class: ListClass | "browserProxy" | "operator"; date: string }[];
  operatorRanges: readonly (OperatorRange & AddressRange)[];
  asnTable: AsnTable;
}>;

export type IpDataInput = {
  version: number | null;
  lists: readonly IpList[];
  operatorRanges: readonly OperatorRange[];
  asnTable?: AsnTable;
};

/** Builds the lookup structure. Ignores operator ranges that cannot be parsed. */
export function compileIpData(input: IpDataInput): IpData {
  const { version, lists, operatorRanges, asnTable = noAsnTable } = input;
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
    { name: "operators", date: "", class: "operator" as const, ranges: decided },
  ];
  return {
    version,
    index: buildRangeIndex(all.map(({ ranges }) => ranges)),
    lists: all.map(({ name, class: listClass, date }) => ({ name, class: listClass, date })),
    operatorRanges: decided,
    asnTable,
  };
}

export const noIpData: IpData = {
  version: null,
  index: buildRangeIndex([]),
  lists: [],
  operatorRanges: [],
  asnTable: noAsnTable,
};

export const noAddressFacts: AddressFacts = {};

/** Returns what is known about an address. Names the first list of each class, and the narrowest operator range. */
export function findAddressFacts(data: IpData, address: string): AddressFacts {
  const bits = lookUpAddress(data.index, address);
  const asn = findAsn(data.asnTable, address);
  if (bits === 0 && asn === null) return noAddressFacts;
  const facts: { -readonly [Name in keyof AddressFacts]: AddressFacts[Name] } = {};
  for (const [i, { name: list, class: listClass, date }] of data.lists.entries()) {
    if ((bits & (1 << i)) === 0) continue;
    if (listClass !== "operator") facts[listClass] ??= { list, date };
    else Object.assign(facts, findOperatorRange(data, address));
  }
  if (asn !== null) facts.asn = asn;
  return facts;
}

function findOperatorRange(data: IpData, address: string): Pick<AddressFacts, "operator"> {
  const at = parseRange(address);
  const [narrowest] = data.operatorRanges
    .filter((one) => at?.family === one.family && one.start <= at.start && at.start <= one.end)
    .sort((a, b) => Number(a.end - a.start - (b.end - b.start)));
  if (!narrowest) return {};
  const { range, effect, date } = narrowest;
  return { operator: { range, effect, date } };
}
