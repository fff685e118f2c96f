import {
  type FlaggedGroupsQuery,
  GROUPED_DAYS,
  MOST_GROUPED_CLICKS,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { type ClickGroupRow, listClickGroups } from "@fairclick/sql/clicks/click-groups";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { type Page, readPage } from "../../read-page";
import { resolveFilter } from "../decide/resolve-filter";

const DAY_MS = 86_400_000;

/** Partial if the span holds more clicks than are grouped. */
type Groups = Page<ClickGroupRow> & { from: Date; isPartial: boolean };

/**
 * Groups clicks by link or address, sorted by clicks descending, over the last `GROUPED_DAYS`
 * unless the filter says otherwise.
 */
export async function groupFlaggedClicks(
  ctx: Pick<Ctx, "db" | "now">,
  { by, cursor, limit, ...filter }: FlaggedGroupsQuery,
): Promise<Groups> {
  const to = filter.to ? new Date(filter.to) : new Date(ctx.now().getTime() + DAY_MS);
  const from = filter.from
    ? new Date(filter.from)
    : new Date(Math.min(to.getTime(), ctx.now().getTime()) - GROUPED_DAYS * DAY_MS);
  return withTx(
    ctx.db,
    async (tx) => {
      const wanted = await resolveFilter(tx, filter);
      const span = { from, to };
      const after = cursor === undefined ? null : readCursor(cursor);
      let grouped = 0;
      const page = await readPage(
        { limit },
        {
          read: async (rows) => {
            const mostClicks = MOST_GROUPED_CLICKS;
            const found = await listClickGroups(tx, {
              by,
              wanted,
              span,
              after,
              mostClicks,
              limit: rows,
            });
            grouped = found[0]?.grouped ?? 0;
            return found;
          },
          toCursor: ({ clicks, key }) => `${clicks}_${key}`,
        },
      );
      const isPartial = grouped >= MOST_GROUPED_CLICKS;
      return { ...page, from, isPartial };
    },
    limitedRead,
  );
}

function readCursor(cursor: string): { clicks: number; key: string } {
  const [clicks = ""] = cursor.split("_");
  return { clicks: Number(clicks), key: cursor.slice(clicks.length + 1) };
}
