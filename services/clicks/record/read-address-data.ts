import { setImmediate } from "node:timers/promises";
import type { IpData } from "@fairclick/core/ip/ip-data";
import { parseRange } from "@fairclick/core/ip/lists";
import { unwrapTunnel } from "@fairclick/core/ip/numbers";
import { type AddressRange, openRangeTables } from "@fairclick/core/ip/ranges";
import type { Db } from "@fairclick/sql/db/client";
import { listGoodIpLists, listRangeTables } from "@fairclick/sql/ip/lists";
import { listIpRanges } from "@fairclick/sql/ip/ranges";
import { compileStored } from "../../ip/load-ip-data";
import { countedLists } from "../../ip/sources";

/** Lines that are parsed before other work gets a turn. */
const LINES_AT_ONCE = 2_000;

/** Sorted addresses per family. */
type Wanted = Record<AddressRange["family"], bigint[]>;

export type AddressData = {
  data: IpData;
  /** False if no lists have been downloaded: then only the operators' ranges are known. */
  hasLists: boolean;
};

/**
 * Reads the part of today's address data that concerns these addresses. Compiling all of it would
 * block the process, and its redirects, for about a second.
 */
export async function readAddressData(db: Db, addresses: readonly string[]): Promise<AddressData> {
  const [stored, tables, ranges] = await Promise.all([
    listGoodIpLists(db.sql),
    listRangeTables(db.sql, { classes: ["asn"] }),
    listIpRanges(db.sql),
  ]);
  const wanted = inOrder(addresses);
  const lists = [];
  for (const list of countedLists(stored)) {
    lists.push({ ...list, body: await keepLines(list.body, wanted) });
  }
  const packed = lists.length > 0 ? tables.flatMap((table) => table.packed ?? []) : [];
  const data = compileStored({ version: null, lists, ranges, asnTable: openRangeTables(packed) });
  return { data, hasLists: lists.length > 0 };
}

function inOrder(addresses: readonly string[]): Wanted {
  const wanted: Wanted = { 4: [], 6: [] };
  for (const address of new Set(addresses)) {
    const range = parseRange(unwrapTunnel(address));
    if (range) wanted[range.family].push(range.start);
  }
  for (const starts of [wanted[4], wanted[6]]) starts.sort((a, b) => (a < b ? -1 : 1));
  return wanted;
}

async function keepLines(body: string, wanted: Wanted): Promise<string> {
  const lines = body.split("\n");
  const kept: string[] = [];
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE);
    kept.push(...some.filter((line) => holdsOne(parseRange(line), wanted)));
    await setImmediate();
  }
  return kept.join("\n");
}

function holdsOne(range: AddressRange | null, wanted: Wanted): boolean {
  if (!range) return false;
  const starts = wanted[range.family];
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0n) < range.start) low = middle + 1;
    else high = middle;
  }
  const next = starts[low];
  return next !== undefined && next <= range.end;
}
