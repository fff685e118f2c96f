import { type ClicksQuery, clickCursor } from "@fairclick/core/clicks/flagged-clicks-schema";
import {
  type ListClicks,
  type ListedClickRow,
  limitedRead,
  listClicks,
  type Span,
} from "@fairclick/sql/clicks/flagged-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { type Page, readPage } from "../../read-page";
import { resolveFilter } from "../decide/resolve-filter";

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
      const { cursor: before, after, limit } = query;
      const read = (rows: number) => readSteps(tx, { wanted, span, before, after, limit: rows });
      if (after) return readNewer(read, limit);
      return readPage({ limit }, { read, toCursor });
    },
    limitedRead,
  );
}

/** The extra row is the newest one: it is dropped, and the cursor is the row below it. */
async function readNewer(
  read: (limit: number) => Promise<ListedClickRow[]>,
  limit: number,
): Promise<Page<ListedClickRow>> {
  const rows = await read(limit + 1);
  const items = rows.slice(Math.max(0, rows.length - limit));
  const [newest] = items;
  const nextCursor = rows.length > limit && newest ? toCursor(newest) : null;
  return { items, nextCursor };
}

/** Reads step after step until the page is full. */
async function readSteps(tx: Tx, query: ListClicks): Promise<ListedClickRow[]> {
  const rows: ListedClickRow[] = [];
  for (const span of listSpans(query)) {
    const limit = query.limit - rows.length;
    const found = await listClicks(tx, { ...query, span, limit });
    if (query.after) rows.unshift(...found);
    else rows.push(...found);
    if (rows.length >= query.limit) break;
  }
  return rows;
}

function listSpans({ span, before, after }: ListClicks): Span[] {
  const isBackwards = after !== undefined;
  const start = isBackwards
    ? Math.max(after.clickedAt.getTime(), span.from.getTime())
    : Math.min((before?.clickedAt.getTime() ?? Number.POSITIVE_INFINITY) + 1, span.to.getTime());
  const end = isBackwards ? span.to.getTime() : span.from.getTime();
  const reach = (step: number) =>
    isBackwards ? Math.min(start + step, end) : Math.max(start - step, end);
  const edges = [start, ...STEPS_MS.map(reach)];
  return edges.slice(1).flatMap((edge, i) => {
    const last = edges[i] ?? edge;
    if (edge === last) return [];
    return [{ from: new Date(Math.min(edge, last)), to: new Date(Math.max(edge, last)) }];
  });
}

function toCursor({ clickedAt, id }: ListedClickRow): string {
  return clickCursor({ clickedAt: clickedAt.toISOString(), id });
}
