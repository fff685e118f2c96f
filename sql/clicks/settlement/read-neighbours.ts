import {
  type ClickToJudge,
  mergeNeighbourNeeds,
  type Need,
  type Neighbour,
  type NeighbourNeed,
  needName,
  sharedKey,
  type Unjudged,
} from "@fairclick/core/clicks/facts";
import { inClickOrder } from "@fairclick/core/clicks/judge";
import { countBetween, toTimeline } from "@fairclick/core/clicks/rule";
import { isVisit, nonVisitSignals } from "@fairclick/core/clicks/signal";
import { parseFirstClickId } from "@fairclick/core/ids";
import { arrayLiteral, type Fragment, type Tx } from "../../db/client";
import { campaignShard, type Shard } from "./batches";

/** Max neighbours of a key that are all read. A key with more is crowded: see `readNearest`. */
const FEW = 100;

const ONE_MICROSECOND_MS = 0.001;

type Scope = {
  clicks: readonly ClickToJudge[];
  /** Only clicks made before this time (ms) count as paid; `Infinity` if all do. */
  paidBefore: number;
  /** Max neighbours to read in total; null if only the limit per key applies. */
  limit: number | null;
};

type Reading = Scope & { need: NeighbourNeed };

type Neighbours = Map<string, Neighbour[]>;

/**
 * Returns the neighbours of a batch's clicks. Of a crowded key it reads only those nearest to each
 * click on either side, because rules need no more: a million clicks from one address cost a batch
 * no more than its own size.
 */
export async function readNeighbours(tx: Tx, reading: Reading): Promise<Neighbours> {
  const { need, limit } = reading;
  const ofVisits = need.among === "visits";
  const clicks = ofVisits
    ? reading.clicks.filter(({ signals }) => isVisit(signals))
    : reading.clicks;
  const spans = toSpans(reading, clicks);
  const keys = [...spans.keys()];
  const few = Math.max(FEW, 2 * need.nearest);
  const without = ofVisits ? clicks.map(({ id }) => id) : [];
  const rows = await readSpans(tx, { need, limit, without, most: few + 1 }, [...spans.values()]);
  const found: Neighbours = new Map();
  for (const row of rows) add(found, keys[row.place] ?? "", row);
  const crowded = clicksOfKeys(clicks, need, listCrowded(found, few));
  if (crowded.length > 0) await readNearest(tx, { ...reading, clicks: crowded }, found);
  return found;
}

/**
 * Returns the neighbours of several needs among paid clicks, by `needName`. All needs must use the
 * same index: one query reads the paid clicks of each address or device, and they are then assigned
 * to the needs. Only for crowded addresses or devices does each need have a query of its own.
 */
export async function readPaidNeighbours(
  tx: Tx,
  { needs, ...scope }: Scope & { needs: readonly NeighbourNeed[] },
): Promise<[string, Neighbours][]> {
  const [first] = needs;
  if (!first) return [];
  const together: NeighbourNeed = {
    ...first,
    among: "paid",
    key: first.key === "deviceKey" ? "deviceKey" : "ipKey",
    within: "everywhere",
    beforeMs: Math.max(...needs.map(({ beforeMs }) => beforeMs)),
    afterMs: Math.max(...needs.map(({ afterMs }) => afterMs)),
  };
  const spans = toSpans({ ...scope, need: together }, scope.clicks);
  const keys = [...spans.keys()];
  const reading = { need: together, limit: scope.limit, without: [], most: FEW + 1 };
  const rows = await readSpans(tx, reading, [...spans.values()]);
  const byKey = Map.groupBy(rows, ({ place }) => keys[place] ?? "");
  const crowdedKeys = listCrowded(byKey, FEW);
  const crowded = clicksOfKeys(scope.clicks, together, crowdedKeys);
  for (const key of crowdedKeys) byKey.delete(key);
  const found: [string, Neighbours][] = [];
  for (const need of needs) {
    const own =
      crowded.length > 0
        ? await readNeighbours(tx, { ...scope, need, clicks: crowded })
        : new Map();
    for (const [indexed, few] of byKey) {
      const ipKey = together.key === "ipKey" ? indexed : null;
      for (const row of few) {
        const key = sharedKey({ ...row, ipKey }, need);
        const counts = need.among === "paid" || row.isValid;
        if (key !== null && counts) add(own, key, row);
      }
    }
    found.push([needName(need), own]);
  }
  return found;
}

/**
 * Returns the pending clicks of other shards that come before a click and that may, if they are paid, decide
 * about it.
 */
export async function readUnjudged(
  tx: Tx,
  { needs, shard, ...scope }: Scope & { needs: readonly Need[]; shard: Shard | undefined },
): Promise<Map<string, Unjudged>> {
  const unjudged = new Map<string, { clicks: ClickToJudge[]; all: boolean }>();
  if (!shard || shard.shards === 1) return unjudged;
  const note = (click: ClickToJudge, others: readonly ClickToJudge[], most = Infinity) => {
    const before = others.filter((other) => inClickOrder(other, click) < 0);
    if (before.length === 0) return;
    const known = unjudged.get(click.id) ?? { clicks: [], all: true };
    const all = known.all && before.length < most;
    unjudged.set(click.id, { clicks: [...known.clicks, ...before], all });
  };
  for (const need of mergeNeighbourNeeds(needs)) {
    const { among, within } = need;
    if (among === "visits" || (within !== "everywhere" && within !== "creator")) continue;
    const spans = toSpans({ ...scope, need: { ...need, afterMs: 0 } }, scope.clicks);
    const keys = [...spans.keys()];
    const reading = {
      need,
      limit: scope.limit,
      without: [],
      most: FEW,
      order: "asc",
      shard,
    } as const;
    const rows = await readSpans(tx, reading, [...spans.values()]);
    const byKey = Map.groupBy(rows, ({ place }) => keys[place] ?? "");
    if (byKey.size === 0) continue;
    for (const click of scope.clicks) {
      const others = byKey.get(sharedKey(click, need) ?? "") ?? [];
      const { ipKey } = need.key === "ipKey" ? click : { ipKey: null };
      note(
        click,
        others.map((other) => ({ ...unknown, ...other, ipKey })),
        FEW,
      );
    }
  }
  const first = (click: ClickToJudge) => click.deviceKey && parseFirstClickId(click.deviceKey);
  const firstClicks = await readPending(
    tx,
    scope.clicks.flatMap((click) => first(click) ?? []),
    shard,
  );
  for (const click of firstClicks.size > 0 ? scope.clicks : []) {
    const found = firstClicks.get(first(click) ?? "");
    if (found) note(click, [{ ...unknown, ...found }]);
  }
  return unjudged;
}

/** What rules do not read of a click that is not judged yet. */
const unknown = { ipKey: null, deviceClass: null, country: null, signals: [], kept: null };

type Pending = Omit<ClickToJudge, keyof typeof unknown>;

async function readPending(tx: Tx, ids: readonly string[], shard: Shard) {
  if (ids.length === 0) return new Map<string, Pending>();
  const rows = await tx<Pending[]>`
    /* settlement.readPending */
    select n.id, (extract(epoch from n.clicked_at) * 1000)::float8 as at, n.device_known,
      n.device_key, n.weak_key, n.campaign_id, n.creator_id
    from pending_clicks n
    where n.id = any (${arrayLiteral([...new Set(ids)])}::uuid[]) and ${campaignShard(tx, shard)} <> ${shard.shard}::int`;
  return new Map(rows.map((row) => [row.id, row]));
}

function listCrowded(found: ReadonlyMap<string, readonly unknown[]>, few: number): Set<string> {
  return new Set([...found].flatMap(([key, { length }]) => (length > few ? [key] : [])));
}

function clicksOfKeys(
  clicks: readonly ClickToJudge[],
  shared: NeighbourNeed,
  keys: ReadonlySet<string>,
): ClickToJudge[] {
  if (keys.size === 0) return [];
  return clicks.filter((click) => keys.has(sharedKey(click, shared) ?? ""));
}

function add(found: Neighbours, key: string, neighbour: Neighbour): void {
  const known = found.get(key);
  if (known) known.push(neighbour);
  else found.set(key, [neighbour]);
}

/** Returns the time range that covers the neighbours of all clicks with a key, by `sharedKey`. */
function toSpans(reading: Reading, clicks: readonly ClickToJudge[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const click of clicks) {
    const key = sharedKey(click, reading.need);
    if (key === null) continue;
    const span = toSpan(click, reading);
    const known = spans.get(key);
    if (!known) spans.set(key, span);
    else {
      known.from = Math.min(known.from, span.from);
      known.to = Math.max(known.to, span.to);
    }
  }
  return spans;
}

function toSpan(click: ClickToJudge, { need, paidBefore }: Reading): Span {
  const last = need.among === "visits" ? Infinity : paidBefore - ONE_MICROSECOND_MS;
  const to = Math.min(click.at + need.afterMs, last);
  return {
    key: indexedKey(click, need),
    weakKey: click.weakKey,
    campaignId: click.campaignId,
    creatorId: click.creatorId,
    // A click of a replay can be so late that nothing before the replay is near it.
    from: Math.min(click.at - need.beforeMs, to),
    to,
  };
}

/** Returns the value to search the index for: device key, ip key or network. */
function indexedKey(click: ClickToJudge, { key }: NeighbourNeed): string {
  const { ipKey, deviceKey } = click;
  if (key === "network48" || key === "network56") {
    return sharedKey(click, { key, within: "everywhere" }) ?? "";
  }
  return (key === "deviceKey" ? deviceKey : ipKey) ?? "";
}

/** Adds each click's nearest neighbours before and after it, unless `found` has enough of them. */
async function readNearest(tx: Tx, reading: Reading, found: Neighbours): Promise<void> {
  const { need, clicks, limit } = reading;
  const neighbourKey = (click: ClickToJudge) => sharedKey(click, need) ?? "";
  const own = need.among === "visits" ? Map.groupBy(clicks, neighbourKey) : new Map();
  const known = new Map(
    [...new Set(clicks.map(neighbourKey))].map((key) => [
      key,
      toTimeline([...(found.get(key) ?? []), ...(own.get(key) ?? [])]),
    ]),
  );
  for (const order of ["desc", "asc"] as const) {
    const missing = clicks.flatMap((click) => {
      const key = neighbourKey(click);
      const span = toSpan(click, reading);
      if (order === "desc") span.to = Math.min(span.to, click.at);
      else span.from = click.at;
      const enough = countBetween(known.get(key) ?? [], span.from, span.to) > need.nearest;
      return enough || span.from >= span.to ? [] : [{ key, span }];
    });
    const spans = missing.map(({ span }) => span);
    const most = need.nearest + 1;
    const rows = await readSpans(tx, { need, limit, without: [], most, order }, spans);
    for (const row of rows) add(found, missing[row.place]?.key ?? "", row);
  }
}

/** The time range (ms) that holds the neighbours of a click, or of all clicks that share a key. */
type Span = {
  /** The address, network or device key that the index is searched for. */
  key: string;
  weakKey: string | null;
  campaignId: string;
  creatorId: string;
  from: number;
  to: number;
};

/** A neighbour; `place` is the index of its span. `isValid` is absent for visits. */
export type Found = Neighbour &
  Pick<ClickToJudge, "campaignId" | "creatorId" | "weakKey"> & { place: number; isValid?: boolean };

export type SpanReading = {
  need: Pick<NeighbourNeed, "among" | "key" | "within">;
  without: readonly string[];
  /** Max neighbours per span. */
  most: number;
  /** Order by time; undefined if any order will do. */
  order?: "asc" | "desc";
  /** Max neighbours to read in total; null if only the limit per span applies. */
  limit: number | null;
  /** Reads only pending visits, of other shards than this one. */
  shard?: Shard;
};

/**
 * Returns the neighbours in each span. One statement reads pending and judged clicks together,
 * because another settlement may move them in the meantime.
 */
async function readSpans(tx: Tx, reading: SpanReading, spans: readonly Span[]): Promise<Found[]> {
  if (spans.length === 0) return [];
  const { need, most, limit, shard } = reading;
  const ofVisits = need.among === "visits";
  const found = shard ? unjudgedIn : ofVisits ? visitsIn : paidIn;
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
      select place::int - 1 as place, ${sharedKey === "deviceKey" ? tx`key, pack_device(key)` : tx`key::inet as key, pack_device(weak_key)`} as packed,
        scope_id, creator_id,
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
      found.device_known, found.device_key,
      case when found.device_known then found.weak_key else found.device_key end as weak_key,
      found.campaign_id, found.creator_id ${shard || ofVisits ? tx`` : tx`, found.is_valid`}
    from spans span cross join lateral (
      ${found(tx, reading, reach)}
      limit ${most}
    ) found
    limit ${limit}`;
}

type Reach = { from: Date; to: Date };

/**
 * Selects visits. Pending clicks are found by comparing rows, which only the index of the key
 * supports: after a vacuum of an empty table all indexes seem to cost nothing, and Postgres might
 * choose one that returns every click of those minutes. Judged clicks are read in two parts, in
 * each of which the index of the key is in the order of time.
 */
function visitsIn(tx: Tx, { need, without, most, order }: SpanReading, reach: Reach) {
  const isWanted = tx`${isVisitRow(tx)}
    ${without.length > 0 ? tx`and n.id <> all (${arrayLiteral(without)}::uuid[])` : tx``}`;
  const judged = (isAccepted: Fragment) => tx`
    (select ${judgedColumns(tx)} from ${judgedClicks(tx, reach)} n
      where ${isAccepted} and ${hasKey(tx, need)} and ${isInSpan(tx, need)} and ${isWanted}
      ${inOrder(tx, indexColumn(tx, need), order)} limit ${most})`;
  return tx`
    (select ${pendingColumns(tx)} from pending_clicks n
      where ${isPendingInSpan(tx, pendingKey(tx, need))} and ${isWanted}
      ${inOrder(tx, pendingKey(tx, need), order)} limit ${most})
    union all
    ${judged(tx`n.accepted`)}
    union all
    ${judged(tx`not n.accepted`)}
    ${order ? (order === "asc" ? tx`order by clicked_at` : tx`order by clicked_at desc`) : tx``}`;
}

/** Selects paid and held clicks, or the valid ones of them; the index knows both together. */
function paidIn(tx: Tx, { need, order }: SpanReading, reach: Reach) {
  return tx`
    select ${judgedColumns(tx)}, n.verdict = 'valid' as is_valid from ${judgedClicks(tx, reach)} n
    where n.accepted and ${hasKey(tx, need)} ${isWithin(tx, need)}
      ${need.among === "valid" ? tx`and n.verdict = 'valid'` : tx``} and ${isInSpan(tx, need)}
    ${isNetwork(need) && order ? inTime(tx, order) : inOrder(tx, indexColumn(tx, need), order)}`;
}

/**
 * Judged clicks, found by their visitors. `offset 0` makes Postgres look each one up by its id, and the
 * conditions on the `reach` limit both searches to a few partitions.
 */
function judgedClicks(tx: Tx, { from, to }: Reach) {
  return tx`(
    select v.*, c.device_known, c.campaign_id, c.creator_id, c.signals, c.verdict
    from click_visitors v cross join lateral (
      select * from clicks k
      where k.id = v.id and k.clicked_at = v.clicked_at and k.clicked_at between ${from} and ${to} offset 0
    ) c
    where v.clicked_at between ${from} and ${to}
  )`;
}

function unjudgedIn(tx: Tx, { need, order, shard }: SpanReading) {
  const key = pendingKey(tx, need);
  return tx`
    select ${pendingColumns(tx)} from pending_clicks n
    where ${isPendingInSpan(tx, key)} and ${isVisitRow(tx)} ${isWithin(tx, need)}
      and ${shard ? tx`${campaignShard(tx, shard)} <> ${shard.shard}::int` : tx`true`}
    ${inOrder(tx, key, order)}`;
}

function pendingKey(tx: Tx, { key }: SpanReading["need"]) {
  return key === "deviceKey" ? tx`n.device_key` : tx`n.ip_key`;
}

function isPendingInSpan(tx: Tx, key: Fragment) {
  return tx`(${key}, n.clicked_at) between (span.key, span.first_at) and (span.key, span.last_at)`;
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
        and case when n.device_known then n.weak_key else n.device_key end = span.packed`
    : need.key === "deviceKey"
      ? tx`substr(n.device_key, 2, 6) = substr(span.packed, 2, 6) and n.device_key = span.packed`
      : tx`n.ip_key = span.key`;
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

/** Returns what the index of judged clicks begins with, after whether they are accepted. */
function indexColumn(tx: Tx, { key }: SpanReading["need"]) {
  return key === "deviceKey" ? tx`substr(n.device_key, 2, 6)` : tx`n.ip_key`;
}

/** Orders by the key as well: otherwise Postgres does not see that the key's index has this order. */
function inOrder(tx: Tx, key: Fragment, order: SpanReading["order"]) {
  if (!order) return tx``;
  return order === "asc"
    ? tx`order by ${key}, n.clicked_at`
    : tx`order by ${key} desc, n.clicked_at desc`;
}

/** Signals are stored in deciding order, so the first one says whether a request was a visit. */
function isVisitRow(tx: Tx) {
  return tx`coalesce(n.signals #>> '{0,signal}', '') <> all (${[...nonVisitSignals]}::text[])`;
}

function pendingColumns(tx: Tx) {
  return tx`n.id, n.clicked_at, n.device_known, n.device_key, n.weak_key, n.campaign_id, n.creator_id`;
}

function judgedColumns(tx: Tx) {
  return tx`n.id, n.clicked_at, n.device_known, unpack_device(n.device_key) as device_key,
    unpack_device(n.weak_key) as weak_key, n.campaign_id, n.creator_id`;
}
