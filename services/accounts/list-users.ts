import { asId, type UserId } from "@fairclick/core/ids";
import { listUsers as listRows, type OperatedUser } from "@fairclick/sql/accounts/operated-users";
import type { Ctx } from "../context";
import { type PageInput, type PageOf, readPage } from "../read-page";

type Input = PageInput & { search?: string | undefined; suspended: boolean };

export async function listUsers(
  ctx: Pick<Ctx, "db">,
  { search = "", suspended, ...page }: Input,
): Promise<PageOf<OperatedUser>> {
  const cursor = page.cursor ? asId<UserId>(page.cursor) : null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { search: search || null, suspended, limit, cursor }),
    cursorOf: (row) => row.id,
  });
}
