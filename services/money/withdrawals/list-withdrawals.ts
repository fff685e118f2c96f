import { asId, type WithdrawalId } from "@fairclick/core/ids";
import {
  listWithdrawals as listRows,
  type OperatedWithdrawal,
  type WithdrawalState,
} from "@fairclick/sql/money/withdrawals";
import { parseUser } from "../../accounts/find-user";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

type Input = PageInput & { user?: string | undefined; state?: WithdrawalState | undefined };

/**
 * Lists withdrawals for operators, newest first. `user` is an id, e-mail address or name. Throws
 * `not_found` if no user has that address or name.
 */
export async function listWithdrawals(
  ctx: Pick<Ctx, "db">,
  { user, state, ...page }: Input,
): Promise<Page<OperatedWithdrawal>> {
  const userId = user ? await parseUser(ctx.db.sql, user) : null;
  const cursor = page.cursor ? asId<WithdrawalId>(page.cursor) : null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { userId, state: state ?? null, limit, cursor }),
    toCursor: (row) => row.id,
  });
}
