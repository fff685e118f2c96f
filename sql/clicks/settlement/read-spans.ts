import { nonVisitSignals } from "@fairclick/core/clicks/addresses";
import type { ClickToJudge, Neighbour, NeighbourNeed } from "@fairclick/core/clicks/facts";
import { arrayLiteral } from "../../db/array-literal";
import type { Tx } from "../../db/client";

/** The time range (ms) that holds the neighbours of a click, or of all clicks that share a key. */
export type Span = {
  /** The address, network or device key that the index is searched for. */
  key: string;
  weakKey: string | null;
  campaignId: string;
  creatorId: string;
  from: number;
  to: number;
};

/** A neighbour; `place` is the index of its span. */
export type Found = Neighbour &
  Pick<ClickToJudge, "campaignId" | "creatorId" | "weakKey"> & { place: number };

export type SpanReading = {
  need: Pick<NeighbourNeed, "among" | "key" | "within">;
  /** Ids of clicks to leave out. */
  without: readonly string[];
  /** Max neighbours per span. */
  most: number;
  /** Order by time; undefined if any order will do. */
  order?: "asc" | "desc";
  /** Max neighbours to read in total; null if only the limit per span applies. */
  limit: number | null;
};

/**
 * Returns the neighbours in each span. One statement reads pending and judged clicks together,
 * because another settlement may move them in the meantime.
 */
export async function readSpans(
  tx: Tx,
  reading: SpanReading,
  spans: readonly Span[],
): Promise<Found[]> {
  if (spans.length === 0) return [];
  const { need, most, limit } = reading;
  const column = (pick: (span: Span) => string | number | null) => arrayLiteral(spans.map(pick));
  // `unnest` fills columns that are not needed with nulls.
  const columnIf = (isNeeded: boolean, pick: (span: Span) => string | null) =>
    isNeeded ? column(pick) : "{}";
  const { key: sharedKey, within } = need;
  const reach = {
    from: new Date(Math.floor(spans.reduce((first, { from }) => Math.min(first, from), Infinity))),
    to: new Date(Math.ceil(spans.reduce((last, { to }) => Math.max(last, to), -Infinity))),
  };
  return tx<Found[]>`
    /* settlement.readNeighbours */
    with spans as materialized (
      select place::int - 1 as place, ${sharedKey === "deviceKey" ? tx`key` : tx`key::inet`} as key,
        weak_key, scope_id, creator_id,
        timestamptz 'epoch' + from_ms * interval '1 millisecond' as first_at,
        timestamptz 'epoch' + to_ms * interval '1 millisecond' as last_at
      from unnest(
        ${column(({ key }) => key)}::text[],
        ${columnIf(sharedKey === "looks", ({ weakKey }) => weakKey)}::text[],
        ${columnIf(within !== "everywhere", (span) => (within === "creator" ? span.creatorId : span.campaignId))}::uuid[],
        ${columnIf(within === "link", ({ creatorId }) => creatorId)}::uuid[],
        ${column(({ from }) => from)}::float8[],
        ${column(({ to }) => to)}::float8[]
      ) with ordinality as span (key, weak_key, scope_id, creator_id, from_ms, to_ms, place)
    )
    select span.place, found.id, (extract(epoch from found.clicked_at) * 1000)::float8 as at,
      found.device_known as "deviceKnown", found.device_key as "deviceKey",
      case when found.device_known then found.weak_key else found.device_key end as "weakKey",
      found.campaign_id as "campaignId", found.creator_id as "creatorId"
    from spans span cross join lateral (
      ${need.among === "visits" ? visitsIn(tx, reading, reach) : paidIn(tx, reading, reach)}
      limit ${most}
    ) found
    limit ${limit}`;
}

type Reach = { from: Date; to: Date };

/**
 * Selects visits. Pending clicks are found by comparing rows, which only the index of the key
 * supports: after a vacuum of an empty table all indexes seem to cost nothing, and Postgres might
 * choose one that returns every click of those minutes. Judged clicks are read in two parts, in
 * each of which the index of the key is in the order of time. The condition on the `reach` limits
 * their search to a few partitions.
 */
function visitsIn(tx: Tx, { need, without, most, order }: SpanReading, { from, to }: Reach) {
  const key = keyColumn(tx, need);
  const visits = (table: "pending_clicks" | "clicks", inSpan: ReturnType<Tx>) => tx`
    (select ${columns(tx)} from ${tx(table)} n
      where ${inSpan} and ${isVisitRow(tx)}
        ${without.length > 0 ? tx`and n.id <> all (${arrayLiteral(without)}::uuid[])` : tx``}
      ${inOrder(tx, key, order)} limit ${most})`;
  const judged = tx`n.${key} = span.key and n.clicked_at between span.first_at and span.last_at
    and n.clicked_at between ${from} and ${to}`;
  return tx`
    ${visits("pending_clicks", tx`(n.${key}, n.clicked_at) between (span.key, span.first_at) and (span.key, span.last_at)`)}
    union all
    ${visits("clicks", tx`${judged} and n.verdict in ('valid', 'held')`)}
    union all
    ${visits("clicks", tx`${judged} and (n.verdict in ('valid', 'held')) is false`)}
    ${order ? (order === "asc" ? tx`order by clicked_at` : tx`order by clicked_at desc`) : tx``}`;
}

/** Selects paid and held clicks. */
function paidIn(tx: Tx, { need, order }: SpanReading, { from, to }: Reach) {
  return tx`
    select ${columns(tx)} from clicks n
    where ${hasKey(tx, need)} and n.verdict in ('valid', 'held') ${isWithin(tx, need)}
      and ${isInSpan(tx, need)} and n.clicked_at between ${from} and ${to}
    ${isNetwork(need) && order ? inTime(tx, order) : inOrder(tx, keyColumn(tx, need), order)}`;
}

function isNetwork({ key }: SpanReading["need"]): boolean {
  return key === "network48" || key === "network56";
}

/** The condition for a network also states its first and last address, which the index needs. */
function hasKey(tx: Tx, need: SpanReading["need"]) {
  if (isNetwork(need)) {
    return tx`n.ip_key between span.key and set_masklen(broadcast(span.key), -1) and n.ip_key <<= span.key`;
  }
  return need.key === "looks"
    ? tx`n.ip_key = span.key
        and case when n.device_known then n.weak_key else n.device_key end = span.weak_key`
    : tx`n.${keyColumn(tx, need)} = span.key`;
}

/** Written for networks so that no index but the one on addresses fits. */
function isInSpan(tx: Tx, need: SpanReading["need"]) {
  return isNetwork(need)
    ? tx`n.clicked_at <@ tstzrange(span.first_at, span.last_at, '[]')`
    : tx`n.clicked_at between span.first_at and span.last_at`;
}

/** Compares so that no index of campaigns or links fits: one of those has every click of a link. */
function isWithin(tx: Tx, { within }: SpanReading["need"]) {
  switch (within) {
    case "everywhere":
      return tx``;
    case "campaign":
      return tx`and n.campaign_id is not distinct from span.scope_id`;
    case "creator":
      return tx`and n.creator_id is not distinct from span.scope_id`;
    case "link":
      return tx`and n.campaign_id is not distinct from span.scope_id
        and n.creator_id is not distinct from span.creator_id`;
  }
}

function inTime(tx: Tx, order: "asc" | "desc") {
  return order === "asc" ? tx`order by n.clicked_at` : tx`order by n.clicked_at desc`;
}

function keyColumn(tx: Tx, { key }: SpanReading["need"]) {
  return tx(key === "deviceKey" ? "device_key" : "ip_key");
}

/** Orders by the key as well: otherwise Postgres does not see that the key's index has this order. */
function inOrder(tx: Tx, key: ReturnType<typeof keyColumn>, order: SpanReading["order"]) {
  if (!order) return tx``;
  return order === "asc"
    ? tx`order by n.${key}, n.clicked_at`
    : tx`order by n.${key} desc, n.clicked_at desc`;
}

/** Signals are stored in deciding order, so the first one says whether a request was a visit. */
function isVisitRow(tx: Tx) {
  return tx`coalesce(n.signals #>> '{0,signal}', '') <> all (${[...nonVisitSignals]}::text[])`;
}

function columns(tx: Tx) {
  return tx`n.id, n.clicked_at, n.device_known, n.device_key, n.weak_key, n.campaign_id, n.creator_id`;
}
