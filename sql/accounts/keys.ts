import type { KeyScope } from "@fairclick/core/accounts/keys";
import type { PersonalKeyId, UserId } from "@fairclick/core/ids";
import type { Fragment, Queryable, Tx } from "../db/client";

export type PersonalKeyRow = {
  id: PersonalKeyId;
  name: string;
  scopes: KeyScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null: does not expire. */
  expiresAt: Date | null;
};

const columns = (db: Queryable) => db`
  id, name, scopes, created_at, last_used_at,
  expires_at`;

export type KeyOwner = Pick<PersonalKeyRow, "id" | "scopes" | "lastUsedAt"> & { userId: UserId };

/** Finds the owner of a valid key; null while the account is suspended. */
export async function findKeyOwner(
  db: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<KeyOwner | null> {
  const [row] = await db<KeyOwner[]>`
    /* personalKeys.findOwner */
    select k.id, k.user_id, k.scopes, k.last_used_at
    from personal_keys k join users u on u.id = k.user_id
    where k.token_hash = ${tokenHash} and (k.expires_at is null or k.expires_at > ${at})
      and u.suspended_at is null and u.deleted_at is null`;
  return row ?? null;
}

export async function markPersonalKeyUsed(
  db: Queryable,
  { id, at }: { id: PersonalKeyId; at: Date },
): Promise<void> {
  await db`
    /* personalKeys.markUsed */
    update personal_keys set last_used_at = ${at}
    where id = ${id} and (last_used_at is null or last_used_at < ${at})`;
}

/** Lists a user's keys, expired ones included, oldest first. */
export async function listPersonalKeys(db: Queryable, userId: UserId): Promise<PersonalKeyRow[]> {
  return db<PersonalKeyRow[]>`
    /* personalKeys.list */
    select ${columns(db)} from personal_keys where user_id = ${userId} order by id`;
}

type NewKey = Omit<PersonalKeyRow, "lastUsedAt"> & { userId: UserId; tokenHash: Uint8Array };

export async function insertPersonalKey(tx: Tx, key: NewKey): Promise<PersonalKeyRow> {
  const [row] = await tx<[PersonalKeyRow]>`
    /* personalKeys.insert */
    insert into personal_keys (id, user_id, name, token_hash, scopes, created_at, expires_at)
    values (${key.id}, ${key.userId}, ${key.name}, ${key.tokenHash}, ${key.scopes},
      ${key.createdAt}, ${key.expiresAt})
    returning ${columns(tx)}`;
  return row;
}

/** Deletes a key and returns its name; null if the user has no such key. */
export async function deletePersonalKey(
  tx: Tx,
  { id, userId }: { id: PersonalKeyId; userId: UserId },
): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    /* personalKeys.delete */
    delete from personal_keys where id = ${id} and user_id = ${userId} returning name`;
  return row?.name ?? null;
}

export async function deletePersonalKeys(tx: Tx, userId: UserId): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    /* personalKeys.deleteAll */
    delete from personal_keys where user_id = ${userId} returning name`;
  return rows.map(({ name }) => name);
}

/** A condition: the row `t` of `operator_tokens` is neither revoked nor expired. */
export function isValidOperatorToken(db: Queryable): Fragment {
  return db`t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`;
}
