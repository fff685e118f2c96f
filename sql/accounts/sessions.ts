import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type SessionRow = {
  userId: UserId;
  createdAt: Date;
  usedAt: Date;
  /** When the owner last proved their identity in this session. */
  provedAt: Date;
  suspendedAt: Date | null;
  suspensionReason: string | null;
};

export async function insertSession(
  tx: Tx,
  session: {
    tokenHash: Uint8Array;
    userId: UserId;
    userAgent: string | null;
    /** ISO code; null if unknown. */
    country: string | null;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx`
    /* sessions.insertSession */
    insert into sessions (token_hash, user_id, user_agent, country, created_at, used_at, proved_at,
      expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.userAgent}, ${session.country},
      ${session.createdAt}, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt})`;
}

export async function findSession(
  db: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    /* sessions.findSession */
    select s.user_id, s.created_at, s.used_at,
      s.proved_at, u.suspended_at,
      u.suspension_reason
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${at}`;
  return row ?? null;
}

export async function extendSession(
  db: Queryable,
  { tokenHash, usedAt, expiresAt }: { tokenHash: Uint8Array; usedAt: Date; expiresAt: Date },
): Promise<void> {
  await db`
    /* sessions.extendSession */
    update sessions set used_at = ${usedAt}, expires_at = ${expiresAt}
    where token_hash = ${tokenHash}`;
}

export async function setSessionProved(
  db: Queryable,
  { userId, tokenHash, at }: { userId: UserId; tokenHash: Uint8Array; at: Date },
): Promise<void> {
  await db`
    /* sessions.setProved */
    update sessions set proved_at = ${at} where token_hash = ${tokenHash} and user_id = ${userId}`;
}

export async function deleteSession(db: Queryable, tokenHash: Uint8Array): Promise<void> {
  await db`/* sessions.deleteSession */ delete from sessions where token_hash = ${tokenHash}`;
}

export async function deleteUserSessions(tx: Tx, userId: UserId): Promise<number> {
  const deleted = await tx`
    /* sessions.deleteUserSessions */
    delete from sessions where user_id = ${userId}`;
  return deleted.count;
}

export async function deleteOtherSessions(
  tx: Tx,
  { userId, tokenHash }: { userId: UserId; tokenHash: Uint8Array },
): Promise<void> {
  await tx`
    /* sessions.deleteOtherSessions */
    delete from sessions where user_id = ${userId} and token_hash <> ${tokenHash}`;
}

/** Returns false if the user has no such session. */
export async function deleteSessionById(
  db: Queryable,
  { userId, id }: { userId: UserId; id: string },
): Promise<boolean> {
  const deleted = await db`
    /* sessions.deleteSessionById */
    delete from sessions where id = ${id} and user_id = ${userId}`;
  return deleted.count === 1;
}

export type OwnSessionRow = {
  id: string;
  tokenHash: Uint8Array;
  userAgent: string | null;
  country: string | null;
  createdAt: Date;
  usedAt: Date;
};

/** Lists the user's valid sessions, last used first. */
export async function listUserSessions(
  db: Queryable,
  { userId, at, limit }: { userId: UserId; at: Date; limit: number },
): Promise<OwnSessionRow[]> {
  return db<OwnSessionRow[]>`
    /* sessions.listUserSessions */
    select id, token_hash, user_agent, country, created_at,
      used_at
    from sessions where user_id = ${userId} and expires_at > ${at}
    order by used_at desc, created_at desc limit ${limit}`;
}

export async function deleteExpiredSessions(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<void> {
  await tx`
    /* sessions.deleteExpiredSessions */
    delete from sessions where user_id = ${userId} and expires_at <= ${at}`;
}
