import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "./client";

export type SessionRow = { userId: UserId; expiresAt: Date; suspendedAt: Date | null };

export async function insertSession(
  tx: Tx,
  session: { tokenHash: Uint8Array; userId: UserId; expiresAt: Date },
): Promise<void> {
  await tx`
    /* sessions.insertSession */
    insert into sessions (token_hash, user_id, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.expiresAt})`;
}

export async function findSession(
  db: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    /* sessions.findSession */
    select s.user_id as "userId", s.expires_at as "expiresAt", u.suspended_at as "suspendedAt"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${at}`;
  return row ?? null;
}

export async function extendSession(
  db: Queryable,
  { tokenHash, expiresAt }: { tokenHash: Uint8Array; expiresAt: Date },
): Promise<void> {
  await db`
    /* sessions.extendSession */
    update sessions set expires_at = ${expiresAt} where token_hash = ${tokenHash}`;
}

export async function deleteSession(db: Queryable, tokenHash: Uint8Array): Promise<void> {
  await db`/* sessions.deleteSession */ delete from sessions where token_hash = ${tokenHash}`;
}

export async function deleteSessionsOf(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* sessions.deleteSessionsOf */ delete from sessions where user_id = ${userId}`;
}

export async function deleteExpiredSessions(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<void> {
  await tx`
    /* sessions.deleteExpiredSessions */
    delete from sessions where user_id = ${userId} and expires_at <= ${at}`;
}
