import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { type AccountRow, findAccount } from "@fairclick/sql/accounts/users";
import type { Ctx } from "../context";

export type Account = AccountRow;

export async function getAccount(ctx: Pick<Ctx, "db">, userId: UserId): Promise<Account> {
  const account = await findAccount(ctx.db.sql, userId);
  if (!account) throw new AppError("unauthenticated", "Authentication failed");
  return account;
}
