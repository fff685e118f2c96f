import {
  type ClickFilter,
  type ClicksQuery,
  clickCursor,
  type DecisionRow,
  type ListedClickRow,
  type NeighbourRow,
} from "@fairclick/core/clicks/flagged-clicks";
import {
  type CountedHow,
  TOP_DAYS,
  type TopClicksQuery,
  type TopValueRow,
} from "@fairclick/core/clicks/stats";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import { type FigureRow, readFigures } from "@fairclick/sql/clicks/figures";
import {
  type ClickDetailRow,
  type ClickWanted,
  describeMoved,
  findClick,
  findCreatorId,
  hasId,
  isWanted,
  type ListClicks,
  limitedRead,
  listClicks,
  listDecisions,
  listNeighbours,
  type Span,
  toMovedNeighbours,
} from "@fairclick/sql/clicks/flagged-clicks";
import type { MovedDays } from "@fairclick/sql/clicks/read-moved-clicks";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import {
  addTopValues,
  type CountedClicks,
  countClickPages,
  type ListTopValues,
  listMovedTopValues,
  listTopValues,
  type TopValues,
} from "@fairclick/sql/clicks/top-clicks";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { normaliseNetwork } from "@fairclick/sql/ip/lists";
import { type Ctx, type Page, readPage } from "../context";
import { readKept, readMoved, type Since, unlessAway } from "./both-stores";

const DAY_MS = 86_400_000;
/** No click is older; clocks that run ahead make clicks at most a day newer. */
const EARLIEST = new Date("2000-01-01");
const LATEST_MS = DAY_MS;
/** Clicks are partitioned by day: the newest days are read first, all others last. */
const STEPS_MS = [2 * DAY_MS, 14 * DAY_MS, Number.POSITIVE_INFINITY];

/** Lists clicks, newest first. Without a filter only flagged clicks. */
export async function listFlaggedClicks(
  ctx: Pick<Ctx, "db" | "now">,
  query: ClicksQuery,
): Promise<Page<ListedClickRow> & Since> {
  const { sql } = ctx.db;
  const wanted = await resolveFilter(sql, query);
  const span = {
    from: query.from ? new Date(query.from) : EARLIEST,
    to: query.to ? new Date(query.to) : new Date(ctx.now().getTime() + LATEST_MS),
  };
  const { cursor: before, limit } = query;
  const missing: Since = { since: null };
  const read = async (rows: number) => {
    const page = { wanted, span, before, limit: rows };
    const { kept, days } = await readKept(ctx.db, (tx) => readSteps(tx, page), limitedRead);
    const rest = { ...page, days, wanted: isWanted(wanted), limit: rows - kept.length };
    const moved = await readMoved(ctx, rest, (clicks) => describeMoved(sql, clicks, span));
    missing.since = moved.since;
    return [...kept, ...moved.rows];
  };
  const toCursor = ({ clickedAt, id }: ListedClickRow) =>
    clickCursor({ clickedAt: clickedAt.toISOString(), id });
  return { ...(await readPage({ limit }, { read, toCursor })), ...missing };
}

async function readSteps(tx: Tx, query: ListClicks): Promise<ListedClickRow[]> {
  const rows: ListedClickRow[] = [];
  for (const span of listSpans(query)) {
    const limit = query.limit - rows.length;
    rows.push(...(await listClicks(tx, { ...query, span, limit })));
    if (rows.length >= query.limit) break;
  }
  return rows;
}

function listSpans({ span, before }: ListClicks): Span[] {
  const newest = (before?.clickedAt.getTime() ?? Number.POSITIVE_INFINITY) + 1;
  const start = Math.min(newest, span.to.getTime());
  const end = span.from.getTime();
  const edges = [start, ...STEPS_MS.map((step) => Math.max(start - step, end))];
  return edges.slice(1).flatMap((edge, i) => {
    const last = edges[i] ?? edge;
    return edge < last ? [{ from: new Date(edge), to: new Date(last) }] : [];
  });
}

/** Neighbours are clicks at most this long before or after the click. */
const NEIGHBOUR_SECONDS = 600;
const MAX_NEIGHBOURS = 50;

export type FlaggedClick = {
  click: ClickDetailRow;
  /** Sorted by time; partial if there are more than the `MAX_NEIGHBOURS` nearest. */
  neighbours: { seconds: number; clicks: NeighbourRow[]; isPartial: boolean };
  /** The creator's clicks. */
  record: FigureRow<"campaignId">[];
  decisions: DecisionRow[];
};

/**
 * Returns all that an operator needs to decide about a click. Throws `not_found`, and `unavailable` if it may
 * be in ClickHouse, which does not answer.
 */
export async function showFlaggedClick(
  ctx: Pick<Ctx, "db">,
  { id }: { id: string },
): Promise<FlaggedClick> {
  const { sql } = ctx.db;
  const click = await getClick(ctx, id);
  const around = { of: click, seconds: NEIGHBOUR_SECONDS, limit: MAX_NEIGHBOURS + 1 };
  const { kept, days } = await readKept(ctx.db, (tx) => listNeighbours(tx, around), limitedRead);
  const moved = await readMoved(ctx, { ...toMovedNeighbours(around), days }, (clicks) =>
    listNeighbours(sql, around, clicks),
  );
  const scope = { creatorIds: [asId<UserId>(click.creatorId)] };
  const record = await readFigures(sql, { scope, by: ["campaignId"] });
  const decisions = await listDecisions(sql, id);
  const neighbours = cutNeighbours(click, [...kept, ...moved.rows]);
  return { click, neighbours, record, decisions };
}

async function getClick(ctx: Pick<Ctx, "db">, id: string): Promise<ClickDetailRow> {
  const guess = guessSpan(id);
  for (const span of guess ? [guess, wholeSpan] : [wholeSpan]) {
    const wanted = { id, span };
    const { kept, days } = await readKept(ctx.db, (tx) => findClick(tx, wanted), limitedRead);
    if (kept) return kept;
    const page = { days, span, wanted: hasId(id), limit: 1 };
    const moved = await readMoved(ctx, page, async (clicks) => [
      await findClick(ctx.db.sql, wanted, clicks),
    ]);
    if (moved.rows[0]) return moved.rows[0];
    if (moved.since) {
      const day = formatUtcDay(moved.since);
      throw new AppError("unavailable", `Clicks before ${day} cannot be read at the moment`);
    }
  }
  throw new AppError("not_found", `There is no click ${id}`);
}

function cutNeighbours(of: { clickedAt: Date }, rows: NeighbourRow[]): FlaggedClick["neighbours"] {
  const distance = ({ clickedAt }: NeighbourRow) =>
    Math.abs(clickedAt.getTime() - of.clickedAt.getTime());
  const clicks = rows
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_NEIGHBOURS)
    .sort((a, b) => a.clickedAt.getTime() - b.clickedAt.getTime());
  return { seconds: NEIGHBOUR_SECONDS, clicks, isPartial: rows.length > MAX_NEIGHBOURS };
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;
const LEEWAY_MS = 60_000;

const wholeSpan: Span = { from: new Date("2000-01-01"), to: new Date("2200-01-01") };

/** Reads the time of a click from its UUIDv7, within a minute; null for other ids. */
function guessSpan(id: string): Span | null {
  if (!UUID_V7.test(id)) return null;
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: new Date(madeAt - LEEWAY_MS), to: new Date(madeAt + LEEWAY_MS) };
}

type Limits = {
  /** Max clicks that are read by an index. */
  clicks: number;
  /** Max pages (8 kB, about 20 clicks each) that a sample reads. */
  pages: number;
  /** Values of each store's list if clicks are in both. What is on neither list is rarer in each than its last. */
  merged?: number;
};

const LIMITS: Limits = { clicks: 100_000, pages: 8_000 };

export type TopClicks = {
  rows: (TopValueRow & { percent: number })[];
  counted: {
    how: CountedHow;
    clicks: number;
    withoutValue: number;
    percent: number;
    from: Date;
  };
};

/**
 * Counts clicks of all verdicts by one value, over the last `TOP_DAYS` unless the filter says
 * otherwise. Reads a bounded number of clicks: the newest of a link, campaign, creator, address or
 * of the flagged ones; otherwise a sample of the stored clicks.
 */
export async function listTopClicks(
  ctx: Pick<Ctx, "db" | "now">,
  { by, with: ofKind, value, limit, ...filter }: TopClicksQuery,
  limits = LIMITS,
): Promise<TopClicks> {
  const to = filter.to ? new Date(filter.to) : new Date(ctx.now().getTime() + DAY_MS);
  const from = filter.from
    ? new Date(filter.from)
    : new Date(Math.min(to.getTime(), ctx.now().getTime()) - TOP_DAYS * DAY_MS);
  const { sql } = ctx.db;
  const wanted = await resolveAnyFilter(sql, filter);
  const of = ofKind === undefined || value === undefined ? null : { by: ofKind, value };
  const query = { by, of, wanted, span: { from, to } };
  const { kept, moved, days } = await readBothTops(ctx, { ...query, limit }, limits);
  const { counted } = kept;
  const found = addTopValues(kept.found, moved ?? noValues, limit);
  const rows = by === "creator" ? await nameCreators(sql, found.rows) : found.rows;
  const toPercent = (clicks: number) => Math.round((clicks / found.counted) * 1_000) / 10;
  return {
    rows: rows.map((row) => ({ ...row, percent: toPercent(row.clicks) })),
    counted: {
      how: describeCounted(counted, found.read),
      clicks: found.counted,
      withoutValue: found.withoutValue,
      percent: counted.how === "sample" ? counted.percent : 100,
      from: moved === null && days && days.before > from ? days.before : from,
    },
  };
}

type Top = ListTopValues & { found: TopValues };
type TopRead = Pick<Ctx, "db"> & Partial<Pick<Ctx, "log">>;
const noValues = { rows: [], counted: 0, withoutValue: 0, read: 0 };

/** Counts in each store what is frequent in one of them. `moved` is null if ClickHouse does not answer. */
async function readBothTops(
  ctx: TopRead,
  query: Omit<ListTopValues, "counted">,
  limits: Limits,
): Promise<{ kept: Top; moved: TopValues | null; days: MovedDays | null }> {
  const { span, limit } = query;
  const { merged = 1_000 } = limits;
  const { kept, days } = await readKept(
    ctx.db,
    async (tx, days): Promise<Top> => {
      const counted = await chooseClicks(tx, { ...query, limits });
      const top = { ...query, counted, limit: days && days.before > span.from ? merged : limit };
      return { ...top, found: await listTopValues(tx, top) };
    },
    limitedRead,
  );
  const moved = await readMovedTop(ctx, kept.found.read ? kept : { ...kept, limit }, days);
  if (!moved || moved.read === 0) return { kept, moved, days };
  const here = listMissing(kept.found, moved, merged).slice(0, limit);
  const there = listMissing(moved, kept.found, merged).slice(0, limit);
  if (here.length + there.length === 0) return { kept, moved, days };
  const own = { ...kept, only: here, limit: here.length };
  const rare = await readKept(ctx.db, (tx) => listTopValues(tx, own), limitedRead);
  // A day has moved meanwhile.
  if (rare.days?.before.getTime() !== days?.before.getTime()) {
    return readBothTops(ctx, query, limits);
  }
  const rest = await readMovedTop(ctx, { ...kept, only: there, limit: there.length }, days);
  const found = { ...kept.found, rows: [...kept.found.rows, ...rare.kept.rows] };
  return {
    kept: { ...kept, found },
    moved: rest && { ...moved, rows: [...moved.rows, ...rest.rows] },
    days,
  };
}

/**
 * Returns the values that only the other store's list has, most clicks first. A list that is not full has all.
 * No more of them than a page has rows can be on it.
 */
function listMissing({ rows }: TopValues, other: TopValues, most: number): string[] {
  if (rows.length < most) return [];
  const known = new Set(rows.map(({ value }) => value));
  return other.rows.flatMap(({ value }) => (known.has(value) ? [] : [value]));
}

/** Counts on in the moved days. Returns null if they cannot be read now. */
async function readMovedTop(
  ctx: TopRead,
  { found, counted, ...query }: Top,
  days: MovedDays | null,
): Promise<TopValues | null> {
  const { clickhouse } = ctx.db;
  const rest = counted.how === "newest" ? { ...counted, most: counted.most - found.read } : counted;
  const isFull = rest.how === "newest" && rest.most === 0;
  if (!clickhouse || !days || query.span.from >= days.before || isFull) return noValues;
  return unlessAway(ctx, listMovedTopValues(clickhouse, { ...query, counted: rest, days }));
}

async function nameCreators(db: Queryable, rows: TopValueRow[]): Promise<TopValueRow[]> {
  const ids = rows.map(({ value }) => value);
  const named = await listUserNames(db, ids);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, value: names.get(row.value) ?? row.value }));
}

async function chooseClicks(
  db: Queryable,
  { wanted, span, limits }: { wanted: ClickWanted; span: Span; limits: Limits },
): Promise<CountedClicks> {
  const { verdict, campaignId, creatorId, network } = wanted;
  const isFlagged = verdict === "flagged" || verdict === "held" || verdict === "invalid";
  if (isFlagged || campaignId !== null || creatorId !== null || network !== null) {
    return { how: "newest", most: limits.clicks };
  }
  const pages = await countClickPages(db, span);
  const percent = pages <= limits.pages ? 100 : (limits.pages / pages) * 100;
  return { how: "sample", percent: Number(percent.toPrecision(3)) };
}

function describeCounted(counted: CountedClicks, clicks: number): CountedHow {
  if (counted.how === "sample") return counted.percent === 100 ? "all" : "sample";
  return clicks < counted.most ? "all" : "newest";
}

/**
 * Converts a filter to database ids and ranges. Flagged clicks can be listed by any filter; other
 * clicks are too many, so they require a link or an address. Throws `validation` or `not_found`.
 */
async function resolveFilter(db: Queryable, filter: ClickFilter): Promise<ClickWanted> {
  const isFlagged = ["flagged", "held", "invalid"].includes(filter.verdict);
  const isOneLink = filter.campaign !== undefined && filter.creator !== undefined;
  if (!isFlagged && !isOneLink && filter.address === undefined && !filter.appealed) {
    throw new AppError(
      "validation",
      "Clicks that were not flagged are shown of one link (a campaign and a creator) or one address",
    );
  }
  return resolveAnyFilter(db, filter);
}

/**
 * Converts a filter to database ids and ranges. Many clicks can match it: the caller limits how many it
 * reads. Throws `not_found` for an unknown creator.
 */
async function resolveAnyFilter(db: Queryable, filter: ClickFilter): Promise<ClickWanted> {
  return {
    verdict: filter.verdict,
    signal: filter.signal ?? null,
    campaignId: filter.campaign ?? null,
    creatorId: filter.creator === undefined ? null : await findCreator(db, filter.creator),
    network: filter.address === undefined ? null : await normaliseNetwork(db, filter.address),
    appealed: filter.appealed ?? false,
  };
}

async function findCreator(db: Queryable, creator: string): Promise<string> {
  if (isUuid(creator)) return creator;
  const id = await findCreatorId(db, creator);
  if (id === null) throw new AppError("not_found", `There is no user called ${creator}`);
  return id;
}
