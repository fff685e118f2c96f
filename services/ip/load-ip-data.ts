import { createHash } from "node:crypto";
import {
  compileIpData,
  type IpData,
  type ListAge,
  type TableClass,
  tableClasses,
} from "@fairclick/core/ip/ip-data";
import { parseList } from "@fairclick/core/ip/lists";
import { openRangeTables, type RangeTable } from "@fairclick/core/ip/ranges";
import type { Db } from "@fairclick/sql/db/client";
import {
  getOrCreateIpDataVersion,
  type IpDataContent,
  listGoodIpLists,
  listRangeTables,
  type RangeTableRow,
  type StoredIpList,
} from "@fairclick/sql/ip/lists";
import { type IpRange, listIpRanges } from "@fairclick/sql/ip/ranges";
import { countedLists, ipSources } from "./sources";

export type LoadedIpData = {
  data: IpData;
  /** When each list was last confirmed. */
  ages: ListAge[];
  /** Versions of the tables that are open. */
  tableVersions: readonly string[];
  /** Hash of the source rows: the same content is not compiled again. */
  hash: string;
};

/** Reads lists, tables and operators' ranges and compiles them; returns `last` if nothing changed. */
export async function loadIpData(db: Db, last: LoadedIpData | null): Promise<LoadedIpData> {
  const [stored, tables, ranges] = await Promise.all([
    listGoodIpLists(db.sql),
    listRangeTables(db.sql, { classes: tableClasses, knownVersions: last?.tableVersions ?? [] }),
    listIpRanges(db.sql),
  ]);
  const counted = countedLists([...stored, ...tables]);
  const lists = stored.filter((list) => counted.includes(list));
  const countedTables = tables.filter((table) => counted.includes(table));
  const ages = counted.map(({ name, checkedAt, class: sourceClass }) => ({
    name,
    class: sourceClass,
    checkedAt,
  }));
  const content = describe(counted, ranges);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest();
  const key = hash.toString("hex");
  if (last?.hash === key) return { ...last, ages };
  const isEmpty = counted.length === 0 && ranges.length === 0;
  const version = isEmpty ? null : await getOrCreateIpDataVersion(db, hash, content);
  const tableVersions = countedTables.map((table) => table.version);
  const isSame = last !== null && tableVersions.join() === last.tableVersions.join();
  const opened = isSame ? last.data : await openTables(db, countedTables);
  const { asnTable, countryTable } = opened;
  const data = compileStored({ version, lists, ranges, asnTable, countryTable });
  return { data, ages, tableVersions, hash: key };
}

/** Reads again what was left out because another version of it was known. */
async function openTables(
  db: Db,
  tables: readonly RangeTableRow[],
): Promise<Pick<IpData, "asnTable" | "countryTable">> {
  const isComplete = tables.every(({ packed }) => packed);
  const complete = isComplete ? tables : await listRangeTables(db.sql, { classes: tableClasses });
  const open = (tableClass: TableClass) =>
    openRangeTables(
      complete.flatMap((table) => (table.class === tableClass ? (table.packed ?? []) : [])),
    );
  return { asnTable: open("asn"), countryTable: open("country") };
}

export function compileStored(stored: {
  version: number | null;
  lists: readonly Pick<StoredIpList, "name" | "class" | "fetchedAt" | "body">[];
  ranges: readonly IpRange[];
  asnTable: RangeTable;
  countryTable?: RangeTable;
}): IpData {
  return compileIpData({
    version: stored.version,
    asnTable: stored.asnTable,
    ...(stored.countryTable ? { countryTable: stored.countryTable } : {}),
    lists: inSourceOrder(stored.lists).map(({ name, class: listClass, fetchedAt, body }) => ({
      name,
      class: listClass,
      date: formatUtcDay(fetchedAt),
      ranges: parseList(body).ranges,
    })),
    operatorRanges: stored.ranges.map(({ range, effect, decidedAt }) => ({
      range,
      effect,
      date: formatUtcDay(decidedAt),
    })),
  });
}

function inSourceOrder<List extends { name: string }>(lists: readonly List[]): List[] {
  const place = new Map(ipSources.map(({ name }, i) => [name, i]));
  const sourceIndex = ({ name }: List) => place.get(name) ?? ipSources.length;
  return [...lists].sort((a, b) => sourceIndex(a) - sourceIndex(b));
}

type Versioned = Pick<StoredIpList, "name" | "version" | "fetchedAt">;

function describe(lists: readonly Versioned[], ranges: readonly IpRange[]): IpDataContent {
  return {
    lists: lists.map(({ name, version, fetchedAt }) => ({
      name,
      version,
      date: formatUtcDay(fetchedAt),
    })),
    operatorRanges: ranges.map(({ range, effect }) => ({ range, effect })),
  };
}

export function formatUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
