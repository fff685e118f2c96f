import { isVisit } from "@fairclick/core/clicks/addresses";
import {
  type ClickToJudge,
  type Neighbour,
  type NeighbourNeed,
  needName,
  sharedKey,
} from "@fairclick/core/clicks/facts";
import { countBetween, toTimeline } from "@fairclick/core/clicks/timeline";
import type { Tx } from "../../db/client";
import { readSpans, type Span } from "./read-spans";

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

/** Neighbours by `sharedKey`. */
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
        if (key !== null) add(own, key, row);
      }
    }
    found.push([needName(need), own]);
  }
  return found;
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
  const last = need.among === "paid" ? paidBefore - ONE_MICROSECOND_MS : Infinity;
  return {
    key: indexedKey(click, need),
    weakKey: click.weakKey,
    campaignId: click.campaignId,
    creatorId: click.creatorId,
    from: click.at - need.beforeMs,
    to: Math.min(click.at + need.afterMs, last),
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
