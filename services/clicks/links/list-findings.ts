import type { FindingState } from "@fairclick/core/clicks/link-findings";
import { listFindings as listRows, type OperatedFinding } from "@fairclick/sql/clicks/findings";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

/** Lists findings about links, newest first. */
export async function listFindings(
  ctx: Pick<Ctx, "db">,
  { state, ...page }: PageInput & { state?: FindingState | undefined },
): Promise<Page<OperatedFinding>> {
  return readPage(page, {
    read: (limit) =>
      listRows(ctx.db.sql, { state: state ?? null, cursor: page.cursor ?? null, limit }),
    toCursor: ({ id }) => id,
  });
}
