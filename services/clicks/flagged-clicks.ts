import { type ClicksQuery, clickCursor } from "@fairclick/core/clicks/flagged-clicks";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { type FigureRow, readFigures } from "@fairclick/sql/clicks/figures";
import {
  type ClickDetailRow,
  type DecisionRow,
  findClick,
  type ListClicks,
  type ListedClickRow,
  limitedRead,
  listClicks,
  listDecisions,
  listNeighbours,
  type NeighbourRow,
  type Span,
} from "@fairclick/sql/clicks/flagged-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type Ctx, type Page, readPage } from "../context";
import { resolveFilter } from "./decide-clicks";

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
): Promise<Page<ListedClickRow>> {
  return withTx(
    ctx.db,
    async (tx) => {
      const wanted = await resolveFilter(tx, query);
      const span = {
        from: query.from ? new Date(query.from) : EARLIEST,
        to: query.to ? new Date(query.to) : new Date(ctx.now().getTime() + LATEST_MS),
      };
      const { cursor: before, limit } = query;
      const read = (rows: number) => readSteps(tx, { wanted, span, before, limit: rows });
      return readPage({ limit }, { read, toCursor });
    },
    limitedRead,
  );
}

/** Reads step after step until the page is full. */
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

function toCursor({ clickedAt, id }: ListedClickRow): string {
  return clickCursor({ clickedAt: clickedAt.toISOString(), id });
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

/** Returns all that an operator needs to decide about a click. Throws `not_found`. */
export async function showFlaggedClick(
  ctx: Pick<Ctx, "db">,
  { id }: { id: string },
): Promise<FlaggedClick> {
  return withTx(
    ctx.db,
    async (tx) => {
      const click = await getClick(tx, id);
      const around = { of: click, seconds: NEIGHBOUR_SECONDS, limit: MAX_NEIGHBOURS + 1 };
      const neighbours = await listNeighbours(tx, around);
      const scope = { creatorIds: [asId<UserId>(click.creatorId)] };
      const record = await readFigures(tx, { scope, by: ["campaignId"] });
      const decisions = await listDecisions(tx, id);
      return { click, neighbours: cutNeighbours(neighbours), record, decisions };
    },
    limitedRead,
  );
}

async function getClick(tx: Tx, id: string): Promise<ClickDetailRow> {
  const guess = guessSpan(id);
  const click =
    (guess && (await findClick(tx, { id, span: guess }))) ??
    (await findClick(tx, { id, span: wholeSpan }));
  if (!click) throw new AppError("not_found", `There is no click ${id}`);
  return click;
}

function cutNeighbours(rows: NeighbourRow[]): FlaggedClick["neighbours"] {
  const clicks = rows
    .slice(0, MAX_NEIGHBOURS)
    .sort((a, b) => a.clickedAt.getTime() - b.clickedAt.getTime());
  return { seconds: NEIGHBOUR_SECONDS, clicks, isPartial: rows.length > MAX_NEIGHBOURS };
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;
const LEEWAY_MS = 60_000;

/** Covers every possible click. */
const wholeSpan: Span = { from: new Date("2000-01-01"), to: new Date("2200-01-01") };

/** Reads the time of a click from its UUIDv7, within a minute; null for other ids. */
function guessSpan(id: string): Span | null {
  if (!UUID_V7.test(id)) return null;
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: new Date(madeAt - LEEWAY_MS), to: new Date(madeAt + LEEWAY_MS) };
}
