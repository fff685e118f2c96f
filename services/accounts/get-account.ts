import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { type AccountRow, findAccount } from "@fairclick/sql/accounts/users";
import type { Ctx } from "../context";

export type Account = AccountRow;

export async function getAccount(ctx: Pick<Ctx, "db">, userId: UserId): Promise<Account> {
  const account = await findAccount(ctx.db.sql, userId);
  if (!account) throw new AppError("unauthenticated", t`Authentication failed`);
  return account;
}
