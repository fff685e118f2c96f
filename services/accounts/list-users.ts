import { asId, type UserId } from "@fairclick/core/ids";
import { listUsers as listRows, type OperatedUser } from "@fairclick/sql/accounts/operated-users";
import type { Ctx } from "../context";
import { type Page, type PageInput, readPage } from "../read-page";

type Input = PageInput & { search?: string | undefined; suspended: boolean };

export async function listUsers(
  ctx: Pick<Ctx, "db">,
  { search = "", suspended, ...page }: Input,
): Promise<Page<OperatedUser>> {
  const cursor = page.cursor ? asId<UserId>(page.cursor) : null;
  const filter = { search: search || null, suspended };
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { ...filter, limit, cursor }),
    toCursor: (row) => row.id,
  });
}
