import {
  type ListedReversalRequest,
  listReversalRequests as listRows,
} from "@fairclick/sql/clicks/reversal-requests";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

/** Lists the reversals that wait for a second operator or were interrupted, newest first. */
export async function listReversalRequests(
  ctx: Pick<Ctx, "db" | "now">,
  page: PageInput,
): Promise<Page<ListedReversalRequest>> {
  const at = ctx.now();
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { limit, cursor: page.cursor ?? null, at }),
    toCursor: (row) => row.id,
  });
}
