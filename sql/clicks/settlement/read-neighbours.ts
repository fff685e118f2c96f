import {
  type ClickToJudge,
  type Neighbour,
  type NeighbourNeed,
  sharedKey,
} from "@fairclick/core/clicks/facts";
import { countBetween, toTimeline } from "@fairclick/core/clicks/timeline";
import { isVisit, notVisits } from "@fairclick/core/clicks/visit";
import { arrayLiteral } from "../../db/array-literal";
import type { Tx } from "../../db/client";

/** A time in which a click, or all clicks that share a key, have their neighbours. In milliseconds. */
type Span = {
  /** An address or a device, by which the index finds it. */
  key: string;
  weakKey: string | null;
  campaignId: string;
  creatorId: string;
  from: number;
  to: number;
};
type Found = Neighbour & { place: number };

/** Neighbours read per key before its clicks are looked at one by one. */
const FEW = 100;

const ONE_MICROSECOND = 0.001;

type Reading = {
  need: NeighbourNeed;
  clicks: readonly ClickToJudge[];
  /** Only clicks made before then count as paid; `Infinity` if all do. */
  paidBefore: number;
  /** The most neighbours to read in all; `null` if there is no limit but that per click. */
  limit: number | null;
};

/**
 * The neighbours of a batch's clicks, by what they share. A key with few of them is read at once; of
 * a key with many, only the nearest on either side of each click are, as rules need no more: a
 * million clicks from one address cost a batch no more than its own size. One statement reads
 * waiting and judged clicks together, because another settlement may be moving them.
 */
export async function readNeighbours(tx: Tx, reading: Reading): Promise<Map<string, Neighbour[]>> {
  const { need } = reading;
  const clicks = reading.clicks.filter(
    (click) => sharedKey(click, need) !== null && (need.among === "paid" || isVisit(click.signals)),
  );
  const spans = toSpans(reading, clicks);
  const keys = [...spans.keys()];
  const most = Math.max(FEW, 2 * need.nearest);
  const without = need.among === "visits" ? clicks.map(({ id }) => id) : [];
  const rows = await readSpans(tx, { ...reading, without, most: most + 1 }, [...spans.values()]);
  const found = new Map<string, Neighbour[]>();
  for (const { place, ...neighbour } of rows) {
    const key = keys[place] ?? "";
    const known = found.get(key);
    if (known) known.push(neighbour);
    else found.set(key, [neighbour]);
  }
  for (const [key, known] of found) {
    if (known.length <= most) continue;
    const alike = clicks.filter((click) => sharedKey(click, need) === key);
    known.push(...(await readNearest(tx, { ...reading, clicks: alike }, known)));
  }
  return found;
}

/** By what the clicks share: the time in which one of them has neighbours. */
function toSpans(reading: Reading, clicks: readonly ClickToJudge[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const click of clicks) {
    const key = sharedKey(click, reading.need) ?? "";
    const span = spanOf(click, reading);
    const known = spans.get(key);
    if (!known) spans.set(key, span);
    else {
      known.from = Math.min(known.from, span.from);
      known.to = Math.max(known.to, span.to);
    }
  }
  return spans;
}

function spanOf(click: ClickToJudge, { need, paidBefore }: Reading): Span {
  const last = need.among === "paid" ? paidBefore - ONE_MICROSECOND : Infinity;
  return {
    key: indexedKey(click, need),
    weakKey: click.weakKey,
    campaignId: click.campaignId,
    creatorId: click.creatorId,
    from: click.at - need.beforeMs,
    to: Math.min(click.at + need.afterMs, last),
  };
}

/** What an index finds the neighbours by: the device, the address or the network that holds it. */
function indexedKey(click: ClickToJudge, { key }: NeighbourNeed): string {
  const { ipKey, deviceKey } = click;
  if (key === "network48" || key === "network56") {
    return sharedKey(click, { key, within: "everywhere" }) ?? "";
  }
  return (key === "deviceKey" ? deviceKey : ipKey) ?? "";
}

/** The nearest neighbours on either side of clicks with one key, but where enough of them are `known`. */
async function readNearest(
  tx: Tx,
  reading: Reading,
  known: readonly Neighbour[],
): Promise<Neighbour[]> {
  const { among, nearest } = reading.need;
  const all = toTimeline(among === "visits" ? [...known, ...reading.clicks] : known);
  const read = (order: "asc" | "desc") => {
    const spans = reading.clicks
      .map((click) => {
        const span = spanOf(click, reading);
        return order === "desc" ? { ...span, to: click.at } : { ...span, from: click.at };
      })
      .filter(({ from, to }) => from < to && countBetween(all, from, to) <= nearest);
    return readSpans(tx, { ...reading, without: [], most: nearest + 1, order }, spans);
  };
  return [...(await read("desc")), ...(await read("asc"))];
}

type SpanReading = Reading & {
  /** Ids that are left out. */
  without: readonly string[];
  /** Neighbours per span. */
  most: number;
  /** By time; in any order if it is left out. */
  order?: "asc" | "desc";
};

async function readSpans(tx: Tx, reading: SpanReading, spans: readonly Span[]): Promise<Found[]> {
  if (spans.length === 0) return [];
  const { need, most, limit } = reading;
  const column = (pick: (span: Span) => string | number | null) => arrayLiteral(spans.map(pick));
  const reach = {
    from: new Date(Math.floor(spans.reduce((first, { from }) => Math.min(first, from), Infinity))),
    to: new Date(Math.ceil(spans.reduce((last, { to }) => Math.max(last, to), -Infinity))),
  };
  return tx<Found[]>`
    /* settlement.readNeighbours */
    with spans as materialized (
      select place::int - 1 as place, ${need.key === "deviceKey" ? tx`key` : tx`key::inet`} as key, weak_key, scope_id, creator_id,
        timestamptz 'epoch' + from_ms * interval '1 millisecond' as first_at,
        timestamptz 'epoch' + to_ms * interval '1 millisecond' as last_at
      from unnest(
        ${column(({ key }) => key)}::text[], ${column(({ weakKey }) => (need.key === "looks" ? weakKey : null))}::text[], ${column(({ campaignId, creatorId }) => (need.within === "creator" ? creatorId : campaignId))}::uuid[],
        ${column(({ creatorId }) => (need.within === "link" ? creatorId : null))}::uuid[],
        ${column(({ from }) => from)}::float8[],
        ${column(({ to }) => to)}::float8[]
      ) with ordinality as span (key, weak_key, scope_id, creator_id, from_ms, to_ms, place)
    )
    select span.place, found.id, (extract(epoch from found.clicked_at) * 1000)::float8 as at,
      found.device_known as "deviceKnown", found.device_key as "deviceKey"
    from spans span cross join lateral (
      ${need.among === "visits" ? visitsIn(tx, reading, reach) : paidIn(tx, reading, reach)}
      limit ${most}
    ) found
    limit ${limit}`;
}

type Reach = { from: Date; to: Date };

/**
 * Waiting clicks are found by comparing rows, which only the key's own index can do: after a vacuum
 * of an empty table all its indices look free, and Postgres may take one that returns every click of
 * those minutes. Judged clicks lie within `reach`, which keeps the look-up to a few partitions.
 */
function visitsIn(tx: Tx, { need, without, most, order }: SpanReading, { from, to }: Reach) {
  const key = keyColumn(tx, need);
  const visits = (table: "pending_clicks" | "clicks", inSpan: ReturnType<Tx>) => tx`
    (select n.id, n.clicked_at, n.device_known, n.device_key from ${tx(table)} n
      where ${inSpan} and ${isVisitRow(tx)}
        ${without.length > 0 ? tx`and n.id <> all (${arrayLiteral(without)}::uuid[])` : tx``}
      ${inOrder(tx, key, order)} limit ${most})`;
  return tx`
    ${visits("pending_clicks", tx`(n.${key}, n.clicked_at) between (span.key, span.first_at) and (span.key, span.last_at)`)}
    union all
    ${visits("clicks", tx`n.${key} = span.key and n.clicked_at between span.first_at and span.last_at and n.clicked_at between ${from} and ${to}`)}
    ${order ? (order === "asc" ? tx`order by clicked_at` : tx`order by clicked_at desc`) : tx``}`;
}

/** Clicks that were paid, or are held and may be. */
function paidIn(tx: Tx, { need, order }: SpanReading, { from, to }: Reach) {
  return tx`
    select n.id, n.clicked_at, n.device_known, n.device_key from clicks n
    where ${hasKey(tx, need)} and n.verdict in ('valid', 'held') ${isWithin(tx, need)}
      and n.clicked_at between span.first_at and span.last_at and n.clicked_at between ${from} and ${to}
    ${isNetwork(need) && order ? inTime(tx, order) : inOrder(tx, keyColumn(tx, need), order)}`;
}

function isNetwork({ key }: NeighbourNeed): boolean {
  return key === "network48" || key === "network56";
}

/** Of a network, by the bounds that an index on addresses has in order. */
function hasKey(tx: Tx, need: NeighbourNeed) {
  if (isNetwork(need)) {
    return tx`n.ip_key between span.key and set_masklen(broadcast(span.key), -1) and n.ip_key <<= span.key`;
  }
  return need.key === "looks"
    ? tx`n.ip_key = span.key
        and case when n.device_known then n.weak_key else n.device_key end = span.weak_key`
    : tx`n.${keyColumn(tx, need)} = span.key`;
}

function isWithin(tx: Tx, { within }: NeighbourNeed) {
  switch (within) {
    case "everywhere":
      return tx``;
    case "campaign":
      return tx`and n.campaign_id = span.scope_id`;
    case "creator":
      return tx`and n.creator_id = span.scope_id`;
    case "link":
      return tx`and n.campaign_id = span.scope_id and n.creator_id = span.creator_id`;
  }
}

function inTime(tx: Tx, order: "asc" | "desc") {
  return order === "asc" ? tx`order by n.clicked_at` : tx`order by n.clicked_at desc`;
}

function keyColumn(tx: Tx, { key }: NeighbourNeed) {
  return tx(key === "deviceKey" ? "device_key" : "ip_key");
}

/** By the key too, or Postgres does not see that the index of the key has that order already. */
function inOrder(tx: Tx, key: ReturnType<typeof keyColumn>, order: SpanReading["order"]) {
  if (!order) return tx``;
  return order === "asc"
    ? tx`order by n.${key}, n.clicked_at`
    : tx`order by n.${key} desc, n.clicked_at desc`;
}

/** Signals stand in deciding order, so that the first one says whether a request was a visit. */
function isVisitRow(tx: Tx) {
  return tx`coalesce(n.signals #>> '{0,signal}', '') <> all (${[...notVisits]}::text[])`;
}
