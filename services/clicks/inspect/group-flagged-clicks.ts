import {
  type ClickFilter,
  type FlaggedGroupsQuery,
  GROUPED_DAYS,
  MAX_GROUPED_CLICKS,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import {
  areManyClicks,
  type ClickGroupRow,
  type ClickTotalsRow,
  listClickGroups,
  sumClicks,
} from "@fairclick/sql/clicks/click-groups";
import { type ClickWanted, limitedRead, type Span } from "@fairclick/sql/clicks/flagged-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { type Page, readPage } from "../../read-page";
import { resolveFilter } from "../decide/resolve-filter";

const DAY_MS = 86_400_000;

/** Partial if the span holds more clicks than are grouped, or an address more valid clicks than are read. */
type Groups = Page<ClickGroupRow> & { from: Date; isPartial: boolean };

/**
 * Groups clicks by link or address, largest group first, over the last `GROUPED_DAYS` unless the filter says
 * otherwise.
 */
export async function groupFlaggedClicks(
  ctx: Pick<Ctx, "db" | "now">,
  { by, sort, cursor, limit, ...filter }: FlaggedGroupsQuery,
  mostClicks = MAX_GROUPED_CLICKS,
): Promise<Groups> {
  const span = chooseSpan(ctx.now(), filter);
  return withTx(
    ctx.db,
    async (tx) => {
      const wanted = await resolveFilter(tx, filter);
      const isSignalFrequent = await findsMany(tx, { wanted, span, mostClicks });
      const after = cursor === undefined ? null : readCursor(cursor);
      let grouped = 0;
      let isCut = false;
      const page = await readPage(
        { limit },
        {
          read: async (rows) => {
            const found = await listClickGroups(tx, {
              by,
              sort,
              wanted,
              span,
              after,
              mostClicks,
              isSignalFrequent,
              limit: rows,
            });
            grouped = found[0]?.grouped ?? 0;
            isCut = found.some((group) => group.isCut);
            return found;
          },
          toCursor: ({ figure, key }) => `${figure}_${key}`,
        },
      );
      const isPartial = isCut || isSignalFrequent || grouped >= mostClicks;
      return { ...page, from: span.from, isPartial };
    },
    limitedRead,
  );
}

export type ClickTotals = ClickTotalsRow & { from: Date; isPartial: boolean };

/** Sums the clicks that `groupFlaggedClicks` counts for the same filter. */
export async function sumFlaggedClicks(
  ctx: Pick<Ctx, "db" | "now">,
  filter: ClickFilter,
  mostClicks = MAX_GROUPED_CLICKS,
): Promise<ClickTotals> {
  const span = chooseSpan(ctx.now(), filter);
  return withTx(
    ctx.db,
    async (tx) => {
      const wanted = await resolveFilter(tx, filter);
      const found = { wanted, span, mostClicks };
      const isSignalFrequent = await findsMany(tx, found);
      const totals = await sumClicks(tx, { ...found, isSignalFrequent });
      const isPartial = isSignalFrequent || totals.clicks >= mostClicks;
      return { ...totals, from: span.from, isPartial };
    },
    limitedRead,
  );
}

/** Returns whether a filter by a signal matches more clicks than are grouped. */
async function findsMany(
  tx: Tx,
  query: { wanted: ClickWanted; span: Span; mostClicks: number },
): Promise<boolean> {
  return query.wanted.signal !== null && (await areManyClicks(tx, query));
}

function chooseSpan(now: Date, filter: Pick<ClickFilter, "from" | "to">): Span {
  const to = filter.to ? new Date(filter.to) : new Date(now.getTime() + DAY_MS);
  const latest = Math.min(to.getTime(), now.getTime());
  const from = filter.from ? new Date(filter.from) : new Date(latest - GROUPED_DAYS * DAY_MS);
  return { from, to };
}

function readCursor(cursor: string): { figure: string; key: string } {
  const [figure = ""] = cursor.split("_");
  return { figure, key: cursor.slice(figure.length + 1) };
}
