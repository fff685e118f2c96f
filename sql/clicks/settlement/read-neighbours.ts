import {
  type ClickToJudge,
  type Neighbour,
  type NeighbourNeed,
  needName,
  sharedKey,
} from "@fairclick/core/clicks/facts";
import { countBetween, toTimeline } from "@fairclick/core/clicks/timeline";
import { isVisit } from "@fairclick/core/clicks/visit";
import type { Tx } from "../../db/client";
import { readSpans, type Span } from "./read-spans";

/** Neighbours read per key before its clicks are looked at one by one. */
const FEW = 100;

const ONE_MICROSECOND = 0.001;

type Scope = {
  clicks: readonly ClickToJudge[];
  /** Only clicks made before then count as paid; `Infinity` if all do. */
  paidBefore: number;
  /** The most neighbours to read in all; `null` if there is no limit but that per click. */
  limit: number | null;
};

type Reading = Scope & { need: NeighbourNeed };

/** By what clicks share. */
type Neighbours = Map<string, Neighbour[]>;

/**
 * The neighbours of a batch's clicks, by what they share. A key with few of them is read at once; of
 * a key with many, only the nearest on either side of each click are, as rules need no more: a
 * million clicks from one address cost a batch no more than its own size.
 */
export async function readNeighbours(tx: Tx, reading: Reading): Promise<Neighbours> {
  const { need, limit } = reading;
  const clicks = reading.clicks.filter(
    (click) => sharedKey(click, need) !== null && (need.among === "paid" || isVisit(click.signals)),
  );
  const spans = toSpans(reading, clicks);
  const keys = [...spans.keys()];
  const few = Math.max(FEW, 2 * need.nearest);
  const without = need.among === "visits" ? clicks.map(({ id }) => id) : [];
  const rows = await readSpans(tx, { need, limit, without, most: few + 1 }, [...spans.values()]);
  const found: Neighbours = new Map();
  for (const row of rows) add(found, keys[row.place] ?? "", row);
  const crowded = clicks.filter(
    (click) => (found.get(sharedKey(click, need) ?? "")?.length ?? 0) > few,
  );
  if (crowded.length > 0) await readNearest(tx, { ...reading, clicks: crowded }, found);
  return found;
}

/**
 * The same for several kinds of paid neighbours that one index finds, each by \`needName\`: all that
 * an address or a device was paid is read at once and told apart here. Only of keys with many are
 * the kinds read each for itself.
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
  const clicks = scope.clicks.filter((click) => sharedKey(click, together) !== null);
  const spans = toSpans({ ...scope, need: together }, clicks);
  const keys = [...spans.keys()];
  const reading = { need: together, limit: scope.limit, without: [], most: FEW + 1 };
  const rows = await readSpans(tx, reading, [...spans.values()]);
  const counts = new Map<string, number>();
  for (const { place } of rows) {
    const key = keys[place] ?? "";
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isCrowded = (key: string | null) => key !== null && (counts.get(key) ?? 0) > FEW;
  const crowded = clicks.filter((click) => isCrowded(sharedKey(click, together)));
  const few = rows.filter(({ place }) => !isCrowded(keys[place] ?? null));
  const found: [string, Neighbours][] = [];
  for (const need of needs) {
    const own =
      crowded.length > 0
        ? await readNeighbours(tx, { ...scope, need, clicks: crowded })
        : new Map();
    for (const row of few) {
      const ipKey = together.key === "ipKey" ? (keys[row.place] ?? null) : null;
      const key = sharedKey({ ...row, ipKey }, need);
      if (key !== null) add(own, key, row);
    }
    found.push([needName(need), own]);
  }
  return found;
}

function add(found: Neighbours, key: string, neighbour: Neighbour): void {
  const known = found.get(key);
  if (known) known.push(neighbour);
  else found.set(key, [neighbour]);
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

/** Adds the nearest neighbours on either side of each click, unless enough on that side are \`found\`. */
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
    const asking = clicks.flatMap((click) => {
      const key = neighbourKey(click);
      const span = spanOf(click, reading);
      if (order === "desc") span.to = Math.min(span.to, click.at);
      else span.from = click.at;
      const enough = countBetween(known.get(key) ?? [], span.from, span.to) > need.nearest;
      return enough || span.from >= span.to ? [] : [{ key, span }];
    });
    const spans = asking.map(({ span }) => span);
    const most = need.nearest + 1;
    const rows = await readSpans(tx, { need, limit, without: [], most, order }, spans);
    for (const row of rows) add(found, asking[row.place]?.key ?? "", row);
  }
}
