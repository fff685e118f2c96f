import { type ListedRecovery, listOpenRecoveries } from "@fairclick/sql/accounts/recoveries";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

/** Lists open recoveries, newest first. */
export async function listRecoveries(
  ctx: Pick<Ctx, "db">,
  page: PageInput,
): Promise<Page<ListedRecovery>> {
  const cursor = page.cursor ?? null;
  return readPage(page, {
    read: (limit) => listOpenRecoveries(ctx.db.sql, { limit, cursor }),
    toCursor: (row) => row.id,
  });
}
