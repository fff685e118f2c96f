import type { AppealState } from "@fairclick/core/clicks/appeals";
import { type AppealRow, listAppeals } from "@fairclick/sql/clicks/appeals";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

export function listAppealPage(
  ctx: Pick<Ctx, "db">,
  { state, cursor, limit }: PageInput & { state: AppealState },
): Promise<Page<AppealRow>> {
  return readPage(
    { limit },
    {
      read: (count) => listAppeals(ctx.db.sql, { state, cursor: cursor ?? null, limit: count }),
      toCursor: ({ id }) => id,
    },
  );
}
