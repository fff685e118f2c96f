import type { UserId } from "@fairclick/core/ids";
import type { Tx } from "@fairclick/sql/client";
import { deleteExpiredSessions, insertSession } from "@fairclick/sql/sessions";
import { hashToken, makeToken } from "./token";

const DAY_MS = 86_400_000;
const SESSION_DAYS = 30;
const USER_AGENT_LENGTH = 512;

/** Signs a user in and gives the token, which is stored nowhere. */
export async function openSession(
  tx: Tx,
  { userId, at, userAgent = null }: { userId: UserId; at: Date; userAgent?: string | null },
): Promise<string> {
  const token = makeToken();
  await deleteExpiredSessions(tx, { userId, at });
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    createdAt: at,
    expiresAt: sessionExpiry(at),
  });
  return token;
}

export function sessionExpiry(at: Date): Date {
  return new Date(at.getTime() + SESSION_DAYS * DAY_MS);
}

/** When a session was last used, to the day: its expiry moves at most once a day. */
export function lastUseOf(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - SESSION_DAYS * DAY_MS);
}

/** Sessions slide, but are written at most once a day. */
export function isDueForExtension(expiresAt: Date, at: Date): boolean {
  return expiresAt.getTime() < at.getTime() + (SESSION_DAYS - 1) * DAY_MS;
}
