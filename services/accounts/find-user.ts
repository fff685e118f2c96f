import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import {
  findUserById,
  findUserId,
  type OperatedUser,
} from "@fairclick/sql/accounts/operated-users";
import { type AgreementRow, getAgreement } from "@fairclick/sql/accounts/users";
import type { Queryable } from "@fairclick/sql/db/client";
import type { Ctx } from "../context";

/**
 * Returns the id of the user with this id, e-mail address or name. An id is returned unchecked; throws
 * `not_found` if no user has the address or name.
 */
export async function parseUser(db: Queryable, text: string): Promise<UserId> {
  if (isUuid(text)) return asId<UserId>(text.toLowerCase());
  const id = await findUserId(db, text);
  if (!id) throw userNotFound(text);
  return id;
}

export async function getUser(ctx: Pick<Ctx, "db">, text: string): Promise<OperatedUser> {
  const user = await findUserById(ctx.db.sql, await parseUser(ctx.db.sql, text));
  if (!user) throw userNotFound(text);
  return user;
}

export type UserDetails = OperatedUser & AgreementRow;

/** Like `getUser`, with the user's month of birth and confirmation of a guardian. */
export async function getUserDetails(ctx: Pick<Ctx, "db">, text: string): Promise<UserDetails> {
  const user = await getUser(ctx, text);
  return { ...user, ...(await getAgreement(ctx.db.sql, user.id)) };
}

export function userNotFound(text: string): AppError {
  return new AppError("not_found", `There is no user ${text}.`);
}
