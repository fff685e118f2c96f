import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

type PendingSignIn = { tokenHash: Uint8Array; userId: UserId; expiresAt: Date };

export async function insertPendingSignIn(tx: Tx, pending: PendingSignIn): Promise<void> {
  await tx`
    /* pendingSignIns.insert */
    insert into pending_sign_ins (token_hash, user_id, expires_at)
    values (${pending.tokenHash}, ${pending.userId}, ${pending.expiresAt})`;
}

/** Returns the user who must still enter a second factor; null if the token is unknown or expired. */
export async function findPendingUser(
  db: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<UserId | null> {
  const [row] = await db<{ userId: UserId }[]>`
    /* pendingSignIns.find */
    select user_id as "userId" from pending_sign_ins
    where token_hash = ${tokenHash} and expires_at > ${at}`;
  return row?.userId ?? null;
}

/** Deletes the token. Returns false if it was used or deleted, or has expired. */
export async function consumePendingSignIn(
  tx: Tx,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<boolean> {
  const deleted = await tx`
    /* pendingSignIns.consume */
    delete from pending_sign_ins where token_hash = ${tokenHash} and expires_at > ${at}`;
  return deleted.count === 1;
}

export async function deleteUserPendingSignIns(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* pendingSignIns.deleteOf */ delete from pending_sign_ins where user_id = ${userId}`;
}

/** Deletes a batch of expired tokens. */
export async function deleteExpiredPendingSignIns(tx: Tx, at: Date): Promise<void> {
  await tx`
    /* pendingSignIns.deleteExpired */
    delete from pending_sign_ins where token_hash in (
      select token_hash from pending_sign_ins where expires_at <= ${at} limit 100
      for update skip locked)`;
}
