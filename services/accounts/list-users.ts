import { asId, type UserId } from "@fairclick/core/ids";
import { type ListedUser, listUsers as listRows } from "@fairclick/sql/accounts/operated-users";
import type { Ctx } from "../context";
import { type Page, type PageInput, readPage } from "../read-page";

type Input = PageInput & { search?: string | undefined; suspended: boolean; watched: boolean };

export async function listUsers(
  ctx: Pick<Ctx, "db" | "now">,
  { search = "", suspended, watched, ...page }: Input,
): Promise<Page<ListedUser>> {
  const cursor = page.cursor ? asId<UserId>(page.cursor) : null;
  const filter = { search: search || null, suspended, watched, at: ctx.now() };
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { ...filter, limit, cursor }),
    toCursor: (row) => row.id,
  });
}
