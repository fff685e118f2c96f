import type { KeyScope } from "@fairclick/core/accounts/keys";
import { AppError } from "@fairclick/core/errors";
import { asId, type PersonalKeyId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { lockUser } from "@fairclick/sql/accounts/archive";
import {
  deletePersonalKey,
  deletePersonalKeys,
  insertPersonalKey,
  listPersonalKeys,
  type PersonalKeyRow,
} from "@fairclick/sql/accounts/keys";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { hashToken, makePersonalToken } from "./token";

/** Per user, expired keys included. */
export const MAX_PERSONAL_KEYS = 20;
const DAY_MS = 86_400_000;

type Input = { name: string; scopes: readonly KeyScope[]; validDays: number | null };

/** The token is only available here: the database stores its hash. */
export type NewPersonalKey = { key: PersonalKeyRow; token: string };

export async function listOwnKeys(ctx: Ctx): Promise<PersonalKeyRow[]> {
  return listPersonalKeys(ctx.db.sql, requireUser(ctx));
}

/** Throws `conflict` at the maximum number of keys. */
export async function createPersonalKey(ctx: Ctx, input: Input): Promise<NewPersonalKey> {
  const userId = requireUser(ctx);
  const token = makePersonalToken();
  const { name, validDays } = input;
  const scopes = [...new Set(input.scopes)];
  const createdAt = ctx.now();
  const expiresAt = validDays === null ? null : new Date(createdAt.getTime() + validDays * DAY_MS);
  const key = await withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    if ((await listPersonalKeys(tx, userId)).length >= MAX_PERSONAL_KEYS) {
      throw new AppError("conflict", t`You have ${MAX_PERSONAL_KEYS} keys: revoke one first`);
    }
    const id = asId<PersonalKeyId>(Bun.randomUUIDv7());
    await writeAudit(tx, ctx, {
      action: "key.create",
      subject: `user:${userId}`,
      after: { keyId: id, name, scopes: scopes.join(" ") },
    });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "key_added", name, scopes },
    });
    const tokenHash = hashToken(token);
    return insertPersonalKey(tx, { id, userId, name, tokenHash, scopes, createdAt, expiresAt });
  });
  return { key, token };
}

/** Throws `not_found`. */
export async function revokePersonalKey(ctx: Ctx, id: PersonalKeyId): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    const name = await deletePersonalKey(tx, { id, userId });
    if (name === null) throw keyNotFound();
    await writeAudit(tx, ctx, {
      action: "key.revoke",
      subject: `user:${userId}`,
      before: { keyId: id, name },
    });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "keys_revoked", names: [name], by: "owner" },
    });
  });
}

export function keyNotFound(): AppError {
  return new AppError("not_found", t`There is no such key`);
}

/**
 * Revokes all personal keys of an account that gets a new password or another owner, and notifies
 * the owner. Returns their number.
 */
export async function revokeAllKeys(tx: Tx, ctx: Ctx, userId: UserId): Promise<number> {
  const names = await deletePersonalKeys(tx, userId);
  if (names.length === 0) return 0;
  const before = { keys: names.length };
  await writeAudit(tx, ctx, { action: "key.revoke_all", subject: `user:${userId}`, before });
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "keys_revoked", names, by: "security" },
  });
  return names.length;
}
