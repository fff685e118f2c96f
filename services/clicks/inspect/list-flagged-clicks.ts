import { type ClicksQuery, clickCursor } from "@fairclick/core/clicks/flagged-clicks";
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
