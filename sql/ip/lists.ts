import type { ListClass, RangeEffect, SourceClass, TableClass } from "@fairclick/core/ip/ip-data";
import type { IpRange } from "@fairclick/core/ip/operated";
import { openRangeTables, type RangeTable } from "@fairclick/core/ip/ranges";
import { type Db, type Queryable, requireRow, type Tx } from "../db/client";

/** The last good version of a list. */
type IpListState = {
  version: string;
  etag: string | null;
  ranges: number;
  networks: bigint;
  fetchedAt: Date;
  checkedAt: Date;
};

export type IpListTry = {
  name: string;
  /** Null until a download has succeeded. */
  good: IpListState | null;
  triedAt: Date;
  /** Why the last download was not usable; null if it was. */
  problem: string | null;
};

type Row = Partial<IpListState> & Omit<IpListTry, "good">;

export async function listIpListTries(db: Queryable): Promise<IpListTry[]> {
  const rows = await db<Row[]>`
    /* ipLists.listIpListTries */
    select name, version, etag, ranges, networks, fetched_at,
      checked_at, tried_at, problem
    from ip_lists order by name`;
  return rows.map(({ name, triedAt, problem, ...good }) => ({
    name,
    triedAt,
    problem,
    good: isGood(good) ? good : null,
  }));
}

/** A constraint keeps a row's good list whole or absent. */
function isGood(row: Partial<IpListState>): row is IpListState {
  return typeof row.version === "string";
}

export type StoredIpList = {
  name: string;
  class: ListClass;
  version: string;
  body: string;
  fetchedAt: Date;
};

export async function listGoodIpLists(db: Queryable): Promise<StoredIpList[]> {
  return await db<StoredIpList[]>`
    /* ipLists.listGoodIpLists */
    select name, class, version, body, fetched_at
    from ip_lists where body is not null order by name`;
}

/** A list is stored as text, one range per line; a table as packed columns. */
export type StoredContent =
  | { class: ListClass; body: string; packed: null }
  | { class: TableClass; body: null; packed: Uint8Array };

export type NewIpList = StoredContent & {
  name: string;
  source: string;
  version: string;
  etag: string | null;
  ranges: number;
  networks: bigint;
  at: Date;
};

export async function upsertIpList(tx: Tx, list: NewIpList): Promise<void> {
  await tx`
    /* ipLists.upsertIpList */
    insert into ip_lists (name, class, source, version, etag, body, packed, ranges,
      networks, fetched_at, checked_at, tried_at)
    values (${list.name}, ${list.class}, ${list.source}, ${list.version}, ${list.etag}, ${list.body},
      ${list.packed}, ${list.ranges}, ${list.networks}, ${list.at}, ${list.at}, ${list.at})
    on conflict (name) do update set
      class = excluded.class, source = excluded.source, version = excluded.version,
      etag = excluded.etag, body = excluded.body, packed = excluded.packed,
      ranges = excluded.ranges, networks = excluded.networks, fetched_at = excluded.fetched_at,
      checked_at = excluded.checked_at, tried_at = excluded.tried_at, problem = null`;
}

export async function confirmIpList(tx: Tx, name: string, at: Date): Promise<void> {
  await tx`
    /* ipLists.confirmIpList */
    update ip_lists set checked_at = ${at}, tried_at = ${at}, problem = null where name = ${name}`;
}

/** Records why a list was not replaced; leaves the list itself unchanged. */
export async function noteIpListProblem(
  tx: Tx,
  list: { name: string; class: SourceClass; source: string; problem: string; at: Date },
): Promise<void> {
  await tx`
    /* ipLists.noteIpListProblem */
    insert into ip_lists (name, class, source, tried_at, problem)
    values (${list.name}, ${list.class}, ${list.source}, ${list.at}, ${list.problem})
    on conflict (name) do update set tried_at = excluded.tried_at, problem = excluded.problem`;
}

/** Reads the table of a class, of both address families; of a family that is not stored it is empty. */
export async function readRangeTable(db: Queryable, tableClass: TableClass): Promise<RangeTable> {
  const rows = await db<{ packed: Uint8Array }[]>`
    /* ipLists.readRangeTable */
    select packed from ip_lists where packed is not null and class = ${tableClass} order by name`;
  return openRangeTables(rows.map(({ packed }) => packed));
}

export async function deleteOtherIpLists(tx: Tx, names: readonly string[]): Promise<void> {
  await tx`
    /* ipLists.deleteOtherIpLists */
    delete from ip_lists where name <> all (${[...names]}::text[])`;
}

export type IpListHit = Omit<StoredIpList, "body"> & { range: string };

/**
 * Returns the lists that contain an ip address, each with its narrowest range. An IPv6 range longer
 * than a /64 stands for the whole /64, as in the index.
 */
export async function findIpListHits(db: Queryable, address: string): Promise<IpListHit[]> {
  return await db<IpListHit[]>`
    /* ipLists.findIpListHits */
    select l.name, l.class, l.version, l.fetched_at, hit.line as range
    from ip_lists l cross join lateral (
      select line from string_to_table(l.body, e'\n') as line
      where case when position(':' in line) > 0 and masklen(line::inet) > 64
          then set_masklen(line::inet, 64) else line::inet end >>= ${address}::inet
      order by masklen(line::inet) desc limit 1
    ) hit
    order by l.name`;
}

/** The version of each list, and the operators' ranges at that time. */
export type IpDataContent = {
  lists: { name: string; version: string; date: string }[];
  operatorRanges: { range: string; effect: RangeEffect }[];
};

/** Returns the version number of this content, identified by its hash; stores it if it is new. */
export async function getOrCreateIpDataVersion(
  { sql }: Pick<Db, "sql">,
  hash: Uint8Array,
  content: IpDataContent,
): Promise<number> {
  const known = await findVersion(sql, hash);
  if (known !== null) return known;
  await sql`
    /* ipDataVersions.getOrCreateIpDataVersion */
    insert into ip_data_versions (hash, content) values (${hash}, ${sql.json(content)})
    on conflict (hash) do nothing`;
  const version = await findVersion(sql, hash);
  if (version === null) throw new Error("A version of the address data was deleted");
  return version;
}

async function findVersion(db: Queryable, hash: Uint8Array): Promise<number | null> {
  const [row] = await db<{ version: number }[]>`
    /* ipDataVersions.findVersion */
    select version from ip_data_versions where hash = ${hash}`;
  return row?.version ?? null;
}

function selectRanges(db: Queryable) {
  return db`
    select r.range::text, r.effect, r.reason, o.name as operator, r.decided_at
    from ip_ranges r join operators o on o.id = r.operator_id`;
}

export async function listIpRanges(db: Queryable): Promise<IpRange[]> {
  return await db<IpRange[]>`/* ipRanges.listIpRanges */ ${selectRanges(db)} order by r.range`;
}

/** Finds the narrowest range that contains the ip address; null if there is none. */
export async function findContainingIpRange(
  db: Queryable,
  address: string,
): Promise<IpRange | null> {
  const [row] = await db<IpRange[]>`
    /* ipRanges.findContainingIpRange */
    ${selectRanges(db)} where r.range >>= ${address}::inet order by masklen(r.range) desc limit 1`;
  return row ?? null;
}

export async function lockIpRange(tx: Tx, range: string): Promise<IpRange | null> {
  const [row] = await tx<IpRange[]>`
    /* ipRanges.lockIpRange */
    ${selectRanges(tx)} where r.range = ${range}::cidr for update of r`;
  return row ?? null;
}

export async function upsertIpRange(
  tx: Tx,
  range: { range: string; effect: RangeEffect; reason: string; operatorId: string; at: Date },
): Promise<void> {
  await tx`
    /* ipRanges.upsertIpRange */
    insert into ip_ranges (range, effect, reason, operator_id, decided_at)
    values (${range.range}::cidr, ${range.effect}, ${range.reason}, ${range.operatorId}, ${range.at})
    on conflict (range) do update set effect = excluded.effect, reason = excluded.reason,
      operator_id = excluded.operator_id, decided_at = excluded.decided_at`;
}

export async function deleteIpRange(tx: Tx, range: string): Promise<void> {
  await tx`/* ipRanges.deleteIpRange */ delete from ip_ranges where range = ${range}::cidr`;
}

/** Returns the network of a range or ip address in canonical form; of IPv6 at least a /64. */
export async function normaliseNetwork(db: Queryable, range: string): Promise<string> {
  const [row] = await db<{ network: string }[]>`
    /* ipRanges.normaliseNetwork */
    select network(case when family(r) = 6 and masklen(r) > 64 then set_masklen(r, 64) else r end)::text as network
    from (values (${range}::inet)) as given (r)`;
  return requireRow(row, "the network of an address").network;
}
