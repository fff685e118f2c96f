import { createHash } from "node:crypto";
import { type AsnTable, openAsnTables } from "@fairclick/core/ip/asn-table";
import { compileIpData, type IpData } from "@fairclick/core/ip/ip-data";
import type { ListAge } from "@fairclick/core/ip/ip-data-age";
import { parseList } from "@fairclick/core/ip/parse-ranges";
import type { Db } from "@fairclick/sql/db/client";
import { getOrCreateIpDataVersion, type IpDataContent } from "@fairclick/sql/ip/ip-data-versions";
import {
  type AsnTableRow,
  listAsnTables,
  listGoodIpLists,
  type StoredIpList,
} from "@fairclick/sql/ip/ip-lists";
import { type IpRange, listIpRanges } from "@fairclick/sql/ip/ip-ranges";
import { countedLists, ipSources } from "./sources";

export type LoadedIpData = {
  data: IpData;
  /** When each list was last confirmed. */
  ages: ListAge[];
  /** Versions of the AS tables that are compiled. */
  asnVersions: readonly string[];
  /** Hash of the source rows: the same content is not compiled again. */
  hash: string;
};

/** Reads lists, AS tables and operators' ranges and compiles them; returns `last` if nothing changed. */
export async function loadIpData(db: Db, last: LoadedIpData | null): Promise<LoadedIpData> {
  const [stored, tables, ranges] = await Promise.all([
    listGoodIpLists(db.sql),
    listAsnTables(db.sql, last?.asnVersions ?? []),
    listIpRanges(db.sql),
  ]);
  const counted = countedLists([...stored, ...tables]);
  const lists = stored.filter((list) => counted.includes(list));
  const asnTables = tables.filter((table) => counted.includes(table));
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
  const asnVersions = asnTables.map((table) => table.version);
  const isSameTable = last !== null && asnVersions.join() === last.asnVersions.join();
  const asnTable = isSameTable ? last.data.asnTable : await readAsnTable(db, asnTables);
  const data = compileStored({ version, lists, ranges, asnTable });
  return { data, ages, asnVersions, hash: key };
}

/** Reads again what was left out because another version of it was known. */
async function readAsnTable(db: Db, tables: readonly AsnTableRow[]): Promise<AsnTable> {
  const isComplete = tables.every(({ packed }) => packed);
  const complete = isComplete ? tables : await listAsnTables(db.sql, []);
  return openAsnTables(complete.flatMap(({ packed }) => packed ?? []));
}

export function compileStored(stored: {
  version: number | null;
  lists: readonly Pick<StoredIpList, "name" | "class" | "fetchedAt" | "body">[];
  ranges: readonly IpRange[];
  asnTable: AsnTable;
}): IpData {
  return compileIpData({
    version: stored.version,
    asnTable: stored.asnTable,
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
