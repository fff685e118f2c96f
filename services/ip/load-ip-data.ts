import { createHash } from "node:crypto";
import { compileIpData, type IpData } from "@fairclick/core/ip/ip-data";
import type { ListAge } from "@fairclick/core/ip/ip-data-age";
import { parseList } from "@fairclick/core/ip/parse-ranges";
import type { Db } from "@fairclick/sql/db/client";
import { getOrCreateIpDataVersion, type IpDataContent } from "@fairclick/sql/ip/ip-data-versions";
import { listGoodIpLists, type StoredIpList } from "@fairclick/sql/ip/ip-lists";
import { type IpRange, listIpRanges } from "@fairclick/sql/ip/ip-ranges";
import { countedLists, ipSources } from "./sources";

export type LoadedIpData = {
  data: IpData;
  /** When each list was last confirmed. */
  ages: ListAge[];
  /** Hash of the source rows: the same content is not compiled again. */
  hash: string;
};

/** Reads lists and operators' ranges and compiles them; returns `last` if nothing changed. */
export async function loadIpData(db: Db, last: LoadedIpData | null): Promise<LoadedIpData> {
  const [stored, ranges] = await Promise.all([listGoodIpLists(db.sql), listIpRanges(db.sql)]);
  const lists = countedLists(stored);
  const ages = lists.map(({ name, checkedAt }) => ({ name, checkedAt }));
  const content = describe(lists, ranges);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest();
  const key = hash.toString("hex");
  if (last?.hash === key) return { ...last, ages };
  const isEmpty = lists.length === 0 && ranges.length === 0;
  const version = isEmpty ? null : await getOrCreateIpDataVersion(db, hash, content);
  return { data: compileStored({ version, lists, ranges }), ages, hash: key };
}

export function compileStored(stored: {
  version: number | null;
  lists: readonly Pick<StoredIpList, "name" | "class" | "fetchedAt" | "body">[];
  ranges: readonly IpRange[];
}): IpData {
  return compileIpData({
    version: stored.version,
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

function describe(lists: readonly StoredIpList[], ranges: readonly IpRange[]): IpDataContent {
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
