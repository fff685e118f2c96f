import { retentionDays } from "@fairclick/core/operations/privacy";
import { bind, type ClickHouse, ch, type Insert, verbatim } from "../db/clickhouse";
import type { Fragment, Queryable, Tx } from "../db/client";

type Column = {
  name: string;
  /** Its type in ClickHouse, and how it is compressed. */
  type: string;
  /** Its value in Postgres, of a row `c`; the column of that name by default. */
  from?: (db: Queryable) => Fragment;
  /** Its value of Postgres from ClickHouse; the column by default. */
  read?: string;
  /** Erased like in Postgres. */
  isPersonal?: true;
};

const word = "LowCardinality(Nullable(String))";
/** Half as large as by default, and slower to read: for what is read of few clicks. */
const packed = (type: string) => `${type} codec(ZSTD(1))`;

/** An IPv4 address is mapped to IPv6 in ClickHouse; the key of an IPv6 address is its /64. */
const address = (name: string) => `replaceOne(toString(${name}), '::ffff:', '')`;

/** The columns of a judged click, as they move to ClickHouse. */
export const movedColumns: readonly Column[] = [
  { name: "id", type: "UUID" },
  { name: "clicked_at", type: "DateTime64(3, 'UTC') codec(T64, LZ4)" },
  { name: "campaign_id", type: "UUID" },
  { name: "creator_id", type: "UUID" },
  {
    ...{ name: "ip", type: packed("Nullable(IPv6)"), from: (db) => db`host(c.ip)` },
    ...{ read: address("ip"), isPersonal: true },
  },
  {
    ...{ name: "ip_key", type: packed("Nullable(IPv6)"), from: (db) => db`host(c.ip_key)` },
    read: `concat(${address("ip_key")}, if(position(${address("ip_key")}, ':') > 0, '/64', ''))`,
    isPersonal: true,
  },
  { name: "device_key", type: packed("Nullable(String)"), isPersonal: true },
  { name: "device_known", type: "Bool" },
  { name: "method", type: "LowCardinality(String)" },
  { name: "user_agent", type: word, isPersonal: true },
  { name: "referrer", type: packed("Nullable(String)"), isPersonal: true },
  { name: "country", type: word },
  { name: "asn", type: "Nullable(UInt32)" },
  { name: "signals", type: "String", from: (db) => db`coalesce(c.signals, '[]')::text` },
  { name: "recorded_at", type: "Nullable(DateTime64(6, 'UTC'))" },
  { name: "verdict", type: "LowCardinality(String)" },
  { name: "reason", type: word },
  { name: "policy_version", type: "UInt32" },
  { name: "settlement_id", type: "Int64" },
  { name: "transaction_id", type: "Nullable(UUID)" },
  { name: "paid_micros", type: "Int64" },
  { name: "ip_data_version", type: "Nullable(Int32)" },
  { name: "device_class", type: word },
  { name: "browser", type: word },
  { name: "referrer_host", type: word },
  { name: "weak_key", type: packed("Nullable(String)"), isPersonal: true },
  { name: "price_micros", type: "Int64" },
  { name: "fee_micros", type: "Int64" },
  { name: "link_name", type: word },
];

const names = movedColumns.map(({ name }) => name);

/** One server keeps the tokens of as many inserts; a day of a hundred million clicks has half of them. */
const TOKENS = 10_000;
const DDL_MS = 30_000;

/**
 * Creates the tables that are missing: `clicks`, and on a cluster `clicks_shard`, its replicated part on
 * each server. A campaign's clicks are on one shard. A click counts only if Postgres names its copy of the
 * day: what a move that was given up has left is never read. Rows are written through to the disk before
 * an insert is answered, because Postgres then drops its own.
 */
export async function createMovedClicks(clickhouse: ClickHouse): Promise<void> {
  for (const statement of movedClicksSchema(clickhouse.cluster)) {
    await clickhouse.execute(verbatim(statement), DDL_MS);
  }
}

/** The table that holds the rows, and what a statement says so that each server of a cluster runs it. */
function nameTables(cluster: string | null): { table: string; on: string } {
  return cluster === null
    ? { table: "clicks", on: "" }
    : { table: "clicks_shard", on: ` on cluster '${cluster}'` };
}

export function movedClicksSchema(cluster: string | null): string[] {
  const expires = (days: number) => `ttl toDateTime(clicked_at) + toIntervalDay(${days})`;
  const personal = expires(retentionDays.clickAddresses);
  const { table, on } = nameTables(cluster);
  const engine =
    cluster === null
      ? "MergeTree"
      : `ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/${table}', '{replica}')`;
  const tokens = `${cluster === null ? "non_" : ""}replicated_deduplication_window = ${TOKENS}`;
  const settings = [tokens, "fsync_after_insert = 1", "fsync_part_directory = 1"];
  const each = movedColumns.map(
    ({ name, type, isPersonal }) => `  ${name} ${type}${isPersonal ? ` ${personal}` : ""},`,
  );
  const shard = `create table if not exists ${table}${on} (
${each.join("\n")}
  copy UInt16,
  signal_names Array(LowCardinality(String))
    materialized arrayMap(s -> JSONExtractString(s, 'signal'), JSONExtractArrayRaw(signals)),
  device Nullable(UInt64) materialized cityHash64(substringIndex(device_key, '.', 1)) ${personal},
  address Nullable(UInt64) materialized bitXor(toUInt64(bitShiftRight(toUInt128(ip_key), 64)), toUInt64(toUInt128(ip_key))) ${personal},
  link UInt64 materialized cityHash64(campaign_id, creator_id),
  index clicks_address ip_key type bloom_filter granularity 4,
  index clicks_device device_key type bloom_filter granularity 4
) engine = ${engine}
partition by (toDate(clicked_at), copy)
order by (campaign_id, creator_id, clicked_at, id)
${expires(retentionDays.clicks)}
settings ${settings.join(", ")}`;
  if (cluster === null) return [shard];
  return [
    shard,
    `create table if not exists clicks${on} as clicks_shard
engine = Distributed('${cluster}', currentDatabase(), clicks_shard, cityHash64(campaign_id))`,
  ];
}

export type MovedDay = { day: string; copy: number };

/** Returns the oldest UTC day with judged clicks in Postgres, or null. */
export async function findOldestDay(db: Queryable): Promise<string | null> {
  const [row] = await db<{ day: string | null }[]>`
    /* movedClicks.findOldestDay */ select oldest_click_day()::text as day`;
  return row?.day ?? null;
}

/** Returns the number of the copy that a move of this day makes, or goes on with. */
export async function startMove(db: Queryable, day: string): Promise<number> {
  await db`
    /* movedClicks.start */
    insert into dropped_days (day) values (${day}::date) on conflict (day) do nothing`;
  const [row] = await db<{ copy: number }[]>`
    /* movedClicks.findCopy */ select copy from dropped_days where day = ${day}::date`;
  return row?.copy ?? 1;
}

/** The next move of the day makes another copy. */
export async function giveUpCopy(db: Queryable, { day, copy }: MovedDay): Promise<void> {
  await db`
    /* movedClicks.giveUp */
    update dropped_days set copy = copy + 1
    where day = ${day}::date and copy = ${copy} and clicks is null`;
}

/** Returns false if the copy was given up, or the day has moved already. */
export async function finishMove(
  tx: Tx,
  { day, copy, clicks }: MovedDay & { clicks: number },
): Promise<boolean> {
  const { count } = await tx`
    /* movedClicks.finish */
    update dropped_days set clicks = ${clicks}
    where day = ${day}::date and copy = ${copy} and clicks is null`;
  return count === 1;
}

/** Deletes what moves of a day that were given up have left. */
export async function deleteCopies(clickhouse: ClickHouse, { day, copy }: MovedDay): Promise<void> {
  const { table, on } = nameTables(clickhouse.cluster);
  for (let old = 1; old < copy; old += 1) {
    const statement = `alter table ${table}${on} drop partition ('${day}', ${old})`;
    await clickhouse.execute(verbatim(statement), DDL_MS);
  }
}

/**
 * Returns what still needs the clicks of a UTC day in Postgres, or null. After `windowDays` nothing asks
 * for a click again: a proof compares clicks at most that long before and after its own.
 */
export async function findNeedOfDay(
  db: Queryable,
  { day, windowDays }: { day: string; windowDays: number },
): Promise<string | null> {
  const from = db`${day}::timestamp at time zone 'UTC'`;
  const inDay = (column: string) =>
    db`${db(column)} >= ${from} and ${db(column)} < ${from} + interval '1 day'`;
  const [row] = await db<{ need: string }[]>`
    /* movedClicks.findNeed */
    select need from (
      select 'held clicks' as need, exists (
        select from clicks where ${inDay("clicked_at")} and verdict = 'held'
      ) as is_open
      union all select 'clicks that are not judged', exists (
        select from pending_clicks where ${inDay("clicked_at")}
      )
      union all select 'a proof of the day', not is_sealed_day(${day}::date)
      union all select 'an open appeal', exists (
        select from cases where kind = 'appeals' and state = 'open' and about ->> 'day' = ${day}
      )
      union all select 'an open objection', exists (
        select from cases k join case_clicks c on c.case_id = k.id
        where k.kind = 'objections' and k.state = 'open' and ${inDay("clicked_at")}
      )
      union all select 'an open finding', exists (
        select from link_findings where from_at < ${from} + interval '1 day' and to_at > ${from}
          and (state = 'open' or finished_at is null)
      )
      union all select 'players that are not counted', exists (
        select from players where ${inDay("clicked_at")} and judged_as is null
      )
      union all select 'players whose clicks may be paid', exists (
        select from players where try_at is not null and clicked_at >= ${from}
          and clicked_at < ${from} + (${windowDays} + 1) * interval '1 day'
      )
      union all select 'conversions that are not counted', exists (
        select from conversions where state in ('waiting', 'held') and ${inDay("clicked_at")}
      )
    ) needs where is_open limit 1`;
  return row?.need ?? null;
}

/** Some clicks of a day as lines of JSON, by id. `last` is the id of the last one. */
export type Chunk = { lines: string; clicks: number; last: string };

export async function readChunk(
  db: Queryable,
  { day, copy, after, limit }: MovedDay & { after: string | null; limit: number },
): Promise<Chunk | null> {
  const fields = movedColumns
    .map(({ name, from }) => db`${from?.(db) ?? db`c.${db(name)}`} as ${db(name)}`)
    .reduce((before, each) => db`${before}, ${each}`);
  const [row] = await db<{ lines: string | null; clicks: number; last: string }[]>`
    /* movedClicks.readChunk */
    select string_agg(row_to_json(k)::text, ${"\n"} order by k.id) as lines, count(*)::int as clicks,
      max(k.id::text) as last
    from (
      select ${fields}, ${copy}::int as copy from visited_clicks c
      where ${isOfDay(db, day)} ${after ? db`and c.id > ${after}::uuid` : db``}
      order by c.id limit ${limit}
    ) k`;
  return row?.lines ? { ...row, lines: row.lines } : null;
}

function isOfDay(db: Queryable, day: string) {
  return db`c.clicked_at >= ${day}::timestamp at time zone 'UTC'
    and c.clicked_at < (${day}::timestamp + interval '1 day') at time zone 'UTC'`;
}

/** Stores a chunk once, however often it is inserted. */
export async function insertChunk(
  clickhouse: ClickHouse,
  {
    day,
    copy,
    number,
    ...rows
  }: MovedDay & { number: number } & Pick<Insert, "lines" | "timeoutMs">,
): Promise<void> {
  const token = `${day}:${copy}:${number}`;
  await clickhouse.insert({ table: "clicks", columns: [...names, "copy"], token, ...rows });
}

/** Sums of a day's clicks by settlement, transaction and verdict. */
export type CopySums = {
  settlementId: string;
  transactionId: string | null;
  verdict: string;
  clicks: string;
  paidMicros: string;
  priceMicros: string;
  feeMicros: string;
  /** The sum of the last 32 bits of their ids: a click that is there twice does not hide a missing one. */
  ids: string;
};

export function readCopySums(
  clickhouse: ClickHouse,
  { day, copy, timeoutMs }: MovedDay & { timeoutMs: number },
): Promise<CopySums[]> {
  return clickhouse.read<CopySums>(
    ch`
      select settlement_id as settlementId, transaction_id as transactionId, verdict, count() as clicks,
        sum(paid_micros) as paidMicros, sum(price_micros) as priceMicros, sum(fee_micros) as feeMicros,
        sum(reinterpretAsUInt32(reverse(unhex(right(toString(id), 8))))) as ids
      from clicks
      where toDate(clicked_at) = ${bind.day(day)} and copy = ${bind.count(copy)}
      group by all`,
    timeoutMs,
  );
}

/** Whether a day's clicks in Postgres are those of its copy. Reads all of them. */
export async function isCopyOfDay(
  tx: Tx,
  { day, sums }: { day: string; sums: CopySums[] },
): Promise<boolean> {
  const [row] = await tx<{ differs: boolean }[]>`
    /* movedClicks.compare */
    with kept as (
      select c.settlement_id, c.transaction_id, c.verdict, count(*), sum(c.paid_micros), sum(c.price_micros),
        sum(c.fee_micros), sum(('x' || right(c.id::text, 8))::bit(32)::int8)
      from clicks c where ${isOfDay(tx, day)} group by 1, 2, 3
    ),
    copied as (
      select "settlementId", "transactionId", verdict, clicks, "paidMicros", "priceMicros", "feeMicros", ids
      from ${copiedRows(tx, sums)}
    )
    select exists (
      (select * from kept except select * from copied) union all (select * from copied except select * from kept)
    ) as differs`;
  return row?.differs === false;
}

/** Whether the sums that a dropped day has left in Postgres are those of its copy. */
export async function isCopyOfDropped(
  tx: Tx,
  { day, sums }: { day: string; sums: CopySums[] },
): Promise<boolean> {
  const [row] = await tx<{ differs: boolean }[]>`
    /* movedClicks.compareDropped */
    with kept as (
      select settlement_id, transaction_id, verdict, sum(clicks), sum(paid_micros) from dropped_sums
      where day = ${day}::date and settlement_id is not null group by 1, 2, 3
    ),
    copied as (
      select "settlementId", "transactionId", verdict, clicks, "paidMicros" from ${copiedRows(tx, sums)}
    )
    select exists (
      (select * from kept except select * from copied) union all (select * from copied except select * from kept)
    ) as differs`;
  return row?.differs === false;
}

function copiedRows(tx: Tx, sums: CopySums[]) {
  return tx`jsonb_to_recordset(${tx.json(sums)}) as copied ("settlementId" bigint, "transactionId" uuid, verdict text,
    clicks numeric, "paidMicros" numeric, "priceMicros" numeric, "feeMicros" numeric, ids numeric)`;
}
