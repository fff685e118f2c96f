import type { TopKind, TopValueRow } from "@fairclick/core/clicks/stats";
import { mapEach } from "@fairclick/core/compact";
import { bind, type ClickHouse, ch, type Part, verbatim } from "../db/clickhouse";
import { type Queryable, requireRow } from "../db/client";
import {
  type ClickWanted,
  isWanted,
  isWithin,
  matchesFilter,
  newestOfLink,
  type Span,
  withVisitors,
} from "./flagged-clicks";
import { isMoved, type MovedDays } from "./read-moved-clicks";
import { formatUtcDay } from "./retention";

/**
 * Which clicks are counted: the newest that match, found by an index, or those on a random share (percent)
 * of the table's pages.
 */
export type CountedClicks = { how: "newest"; most: number } | { how: "sample"; percent: number };

/** `read` includes clicks without the value of `of`, which are not counted. */
export type TopValues = {
  rows: TopValueRow[];
  counted: number;
  withoutValue: number;
  read: number;
};

export type ListTopValues = {
  by: TopKind;
  /** Counts only clicks with this value of another kind. */
  of: { by: TopKind; value: string } | null;
  wanted: ClickWanted;
  span: Span;
  counted: CountedClicks;
  /** Counts these values; the most frequent ones without. */
  only?: readonly string[];
  limit: number;
};

/** Returns how many pages (8 kB) the clicks of a span are stored in, in whole UTC days. */
export async function countClickPages(db: Queryable, { from, to }: Span): Promise<number> {
  const [row] = await db<{ pages: number }[]>`
    /* topClicks.countPages */
    select coalesce(sum(pg_relation_size(c.oid)) / 8192, 0)::float8 as pages
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'clicks'::regclass
      and (c.relname = 'clicks_default' or c.relname between
        ${`clicks_${formatUtcDay(from).replaceAll("-", "")}`} and
        ${`clicks_${formatUtcDay(to).replaceAll("-", "")}`})`;
  return requireRow(row, "pages").pages;
}

/**
 * Counts clicks by their address, network, device or another value, most clicks first. Creators
 * are returned by id.
 */
export async function listTopValues(db: Queryable, query: ListTopValues): Promise<TopValues> {
  const { by, of, counted, only, limit } = query;
  const rows = await db<CountedRow[]>`
    /* topClicks.list */
    with read as materialized (
      select ${of ? db`(${clickValue(db, of.by)}) is not distinct from ${of.value}` : db`true`} as is_wanted,
        ${clickValue(db, by)} as value, c.verdict, c.paid_micros, c.price_micros, c.clicked_at,
        hash_record_extended(row(c.campaign_id, c.creator_id), 0) as link, c.creator_id,
        hashtextextended(split_part(c.device_key, '.', 1), 0) as device
      from ${counted.how === "sample" ? sampledClicks(db, query, counted.percent) : newestClicks(db, query, counted.most)} c
    ),
    found as (select * from read where is_wanted),
    top as (
      select value, count(*)::int as clicks,
        (count(*) filter (where verdict = 'valid'))::int as valid,
        (count(*) filter (where verdict = 'invalid'))::int as invalid,
        (count(*) filter (where verdict = 'held'))::int as held,
        (count(*) filter (where verdict = 'unpaid'))::int as unpaid,
        sum(paid_micros)::bigint as paid_micros,
        coalesce(sum(price_micros) filter (where verdict = 'held'), 0)::bigint as held_micros,
        count(distinct link)::int as links, count(distinct creator_id)::int as creators,
        count(distinct device)::int as devices,
        min(clicked_at) as first_clicked_at, max(clicked_at) as last_clicked_at
      from found where value is not null ${only ? db`and value = any (${[...only]}::text[])` : db``}
      group by value order by clicks desc, value collate "C" limit ${limit}
    ),
    totals as (
      select (count(*) filter (where is_wanted))::int as counted, count(*)::int as read,
        (count(*) filter (where is_wanted and value is null))::int as without_value
      from read
    )
    select t.counted, t.read, t.without_value, top.* from totals t left join top on true
    order by top.clicks desc, top.value collate "C"`;
  const { counted: matching = 0, withoutValue = 0, read = 0 } = rows[0] ?? {};
  return { rows: rows.filter(isValue), counted: matching, withoutValue, read };
}

type CountedRow = Omit<TopValues, "rows"> & Omit<TopValueRow, "value"> & { value: string | null };

/** What is grouped in ClickHouse, of clicks that have it. Functions of columns without null take less time. */
type MovedKey = {
  key: string;
  has: string;
  /** Its text; the key itself by default. */
  text?: (key: string) => string;
  /** The text that the key is a hash of. As it is longer than all else of a click, it is read once for each value. */
  hashed?: string;
  isOneOfFew?: true;
};

const written = (key: string) => `toString(${key})`;
/** Writes the first bits of an address or network, which are right of `left` zeros in `address`. */
const v4 = (key: string, left = 0) =>
  `IPv4NumToString(toUInt32(bitAnd(bitShiftLeft(${key}, ${left}), 4294967295)))`;
const v6 = (key: string, left = 0) =>
  `toString(cast(bitShiftLeft(toUInt128(${key}), ${64 + left}) as IPv6))`;
const isV4 = (key: string) => `bitShiftRight(${key}, 32) = 65535`;
const column = (name: string) => ({ key: `assumeNotNull(${name})`, has: `isNotNull(${name})` });
const network = (family: 4 | 6, length: number): MovedKey => {
  const { key, has } = column("address");
  const [write, left] = family === 4 ? [v4, 32 - length] : [v6, 64 - length];
  return {
    has: family === 4 ? isV4(key) : `${has} and not ${isV4(key)}`,
    key: `bitShiftRight(${key}, ${left})`,
    text: (key) => `concat(${write(key, left)}, '/${length}')`,
  };
};

const movedKeys: Record<TopKind, MovedKey> = {
  address: {
    ...column("address"),
    text: (key) => `if(${isV4(key)}, ${v4(key)}, concat(${v6(key)}, '/64'))`,
  },
  "/24": network(4, 24),
  "/48": network(6, 48),
  "/56": network(6, 56),
  asn: { ...column("asn"), text: written },
  device: { ...column("device"), hashed: "substringIndex(device_key, '.', 1)" },
  agent: { ...column("user_agent"), key: "leftUTF8(user_agent, 300)" },
  referrer: column("referrer_host"),
  country: { ...column("country"), isOneOfFew: true },
  creator: { ...column("creator_id"), isOneOfFew: true },
};

/**
 * Counts clicks of moved days as `listTopValues` does. Of many values it finds the frequent ones first: by 16 bits
 * of their hash, which need no hash table, then by themselves. Of more than 1,024 values, one with less than a
 * 50,000th of the clicks can give way to another. Of equal ones those first in order of text are listed, devices in
 * that of their hash. Many devices of a value are estimated, within two percent.
 */
export async function listMovedTopValues(
  clickhouse: ClickHouse,
  query: ListTopValues & { days: MovedDays },
): Promise<TopValues> {
  const { by, of, counted, only, limit } = query;
  const { key, has: isThere, text, hashed, isOneOfFew } = movedKeys[by];
  const value = verbatim(key);
  const read = await selectCounted(clickhouse, query);
  const isChosen = of ? ch`ifNull(${rowText(of.by)} = ${bind.text(of.value)}, false)` : ch`true`;
  const has = ch`${isChosen} and ${verbatim(isThere)}`;
  const group = ch`toUInt16(cityHash64(${value}))`;
  const number = hashed || text ? value : ch`cityHash64(${value})`;
  const last = hashed ? value : text ? verbatim(text(key)) : ch`any(${value})`;
  const isAmong = (numbers: string[]) => ch`${number} in ${bind.counts(numbers.map(BigInt))}`;
  const frequent =
    isOneOfFew || counted.how === "newest" || only
      ? null
      : await clickhouse.read<{ hash: number; withValue: string }>(ch`
          select ${group} as hash, sum(count()) over () as withValue from ${read} where ${has}
          group by hash order by count() desc, hash limit 1024`);
  // Their numbers are spelled out: a condition with `global in` is asked after all columns are read.
  const most =
    frequent &&
    (await clickhouse.read<{ key: string }>(ch`
      select toString(${number}) as key from ${read}
      where ${has} and ${group} in ${bind.counts(frequent.map(({ hash }) => hash))}
      group by ${number} order by count() desc, ${last} limit ${bind.count(limit)}`));
  const isListed = ch`ifNull(${rowText(by)}, '') in ${bind.texts(only ?? [])}`;
  const isCounted = most ? isAmong(most.map(({ key }) => key)) : only ? isListed : ch`true`;
  const withoutValue = frequent
    ? ch`counted - ${bind.count(Number(frequent[0]?.withValue ?? 0))}`
    : ch`countIf(${isChosen} and not (${verbatim(isThere)}))`;
  const [[totals], rows] = await Promise.all([
    clickhouse.read<Record<(typeof totalCounts)[number], string>>(ch`
      select count() as read, ${of ? ch`countIf(${isChosen})` : ch`read`} as counted,
        ${withoutValue} as withoutValue from ${read}`),
    clickhouse.read<Record<keyof TopValueRow, string>>(ch`
      select ${verbatim((text ?? written)("counted_key"))} as value, * except counted_key from (
        select ${value} as counted_key, count() as clicks, countIf(verdict = 'valid') as valid,
          countIf(verdict = 'invalid') as invalid, countIf(verdict = 'held') as held,
          countIf(verdict = 'unpaid') as unpaid, sum(paid_micros) as paidMicros,
          sumIf(price_micros, verdict = 'held') as heldMicros, uniqExact(link) as links,
          uniqExact(creator_id) as creators, least(clicks, uniqCombined(14)(device)) as devices,
          min(clicked_at) as firstClickedAt, max(clicked_at) as lastClickedAt
        from ${read} where ${has} and ${isCounted}
        group by counted_key
      ) order by clicks desc, value limit ${bind.count(limit)}`),
  ]);
  const texts = hashed
    ? await clickhouse.read<{ key: string; text: string }>(ch`
        select toString(${value}) as key, ${rowText(by)} as text from ${read}
        where ${has} and ${isAmong(rows.map((row) => row.value))}
        limit 1 by key limit ${bind.count(rows.length)}`)
    : [];
  const textByKey = new Map(texts.map(({ key, text }) => [key, text]));
  return {
    rows: rows.map((row) => ({
      ...mapEach([...addedCounts, ...largestCounts], (name) => Number(row[name])),
      value: textByKey.get(row.value) ?? row.value,
      paidMicros: BigInt(row.paidMicros),
      heldMicros: BigInt(row.heldMicros),
      firstClickedAt: new Date(row.firstClickedAt),
      lastClickedAt: new Date(row.lastClickedAt),
    })),
    ...mapEach([...totalCounts], (name) => Number(totals?.[name])),
  };
}

/** The newest are those since the time of the last of them: all else about them is read from there on. */
async function selectCounted(
  clickhouse: ClickHouse,
  { wanted, span, counted, days }: ListTopValues & { days: MovedDays },
): Promise<Part> {
  const select = (from: Date, which: Part) =>
    ch`(select *, device, address, link from clicks where ${isMoved(days, { ...span, from })} and ${isWanted(wanted)} ${which})`;
  if (counted.how === "sample") {
    const share = ch`and cityHash64(id) % 1000000 < ${bind.count(Math.round(counted.percent * 10_000))}`;
    return select(span.from, counted.percent < 100 ? share : ch``);
  }
  const most = ch`order by clicked_at desc limit ${bind.count(counted.most)}`;
  const [first] = await clickhouse.read<{ since: string }>(
    ch`select min(clicked_at) as since from ${select(span.from, most)}`,
  );
  return select(new Date(Math.max(+span.from, Date.parse(first?.since ?? ""))), ch``);
}

function rowText(by: TopKind): Part {
  const { key, has, hashed, text = written } = movedKeys[by];
  return verbatim(hashed ?? `if(${has}, ${text(key)}, null)`);
}

const totalCounts = ["read", "counted", "withoutValue"] as const;
const addedCounts = ["clicks", "valid", "invalid", "held", "unpaid"] as const;
/** A link, creator or device can have clicks in both stores: of both together there are at least as many. */
const largestCounts = ["links", "creators", "devices"] as const;

/** Adds the counts of both stores, most clicks first. */
export function addTopValues(kept: TopValues, moved: TopValues, limit: number): TopValues {
  if (moved.read === 0) return { ...kept, rows: kept.rows.slice(0, limit) };
  const values = Map.groupBy([...kept.rows, ...moved.rows], ({ value }) => value);
  const rows = [...values.values()].map((same) =>
    same.reduce((sum, row) => ({
      ...mapEach([...addedCounts], (name) => sum[name] + row[name]),
      ...mapEach([...largestCounts], (name) => Math.max(sum[name], row[name])),
      value: sum.value,
      paidMicros: sum.paidMicros + row.paidMicros,
      heldMicros: sum.heldMicros + row.heldMicros,
      firstClickedAt: new Date(Math.min(+sum.firstClickedAt, +row.firstClickedAt)),
      lastClickedAt: new Date(Math.max(+sum.lastClickedAt, +row.lastClickedAt)),
    })),
  );
  rows.sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
  return {
    rows: rows.slice(0, limit),
    ...mapEach([...totalCounts], (name) => kept[name] + moved[name]),
  };
}

/** If no click has a value, a row without a value has the totals. */
function isValue(row: CountedRow): row is CountedRow & { value: string } {
  return row.value !== null;
}

function sampledClicks(db: Queryable, { wanted, span }: ListTopValues, percent: number) {
  return db`(
    select c.* from (${withVisitors(db, db`select * from clicks tablesample system (${percent}::real) repeatable (1)`, span)}) c
    where ${matchesFilter(db, wanted)} and ${isWithin(db, span)}
  )`;
}

/** Reads the links of a creator one by one, each by its index. */
function newestClicks(db: Queryable, { wanted, span }: ListTopValues, most: number) {
  const { creatorId, campaignId } = wanted;
  if (creatorId === null) {
    return db`(
      select c.* from visited_clicks c where ${matchesFilter(db, wanted)} and ${isWithin(db, span)}
      order by c.clicked_at desc limit ${most}
    )`;
  }
  return db`(
    select c.* from links k cross join lateral (
      select c.* from visited_clicks c
      where is_of_link(c.campaign_id, c.creator_id, c.clicked_at, k.campaign_id, k.creator_id)
        and ${isWithin(db, span)} and ${matchesFilter(db, { ...wanted, creatorId: null, campaignId: null })}
      ${newestOfLink(db)} limit ${most}
    ) c
    where k.creator_id = ${creatorId} ${campaignId ? db`and k.campaign_id = ${campaignId}` : db``}
    order by c.clicked_at desc limit ${most}
  )`;
}

/** Returns what clicks are grouped by, and selected by in a decision. IPv6 addresses are stored as their /64. */
export function clickValue(db: Queryable, by: TopKind) {
  const network = (family: 4 | 6, bits: number) => db`
    case when family(c.ip_key) = ${family} then text(network(set_masklen(c.ip_key, ${bits}))) end`;
  return {
    address: db`abbrev(c.ip_key)`,
    "/24": network(4, 24),
    "/48": network(6, 48),
    "/56": network(6, 56),
    asn: db`c.asn::text`,
    device: db`split_part(c.device_key, '.', 1)`,
    agent: db`left(c.user_agent, 300)`,
    referrer: db`c.referrer_host`,
    country: db`c.country`,
    creator: db`c.creator_id::text`,
  }[by];
}
