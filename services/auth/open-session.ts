import type { UserId } from "@fairclick/core/ids";
import type { Tx } from "@fairclick/sql/client";
import { deleteExpiredSessions, insertSession } from "@fairclick/sql/sessions";
import { hashToken, makeToken } from "./token";

const DAY_MS = 86_400_000;
const SESSION_DAYS = 30;

/** Signs a user in and gives the token, which is stored nowhere. */
export async function openSession(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<string> {
  const token = makeToken();
  await deleteExpiredSessions(tx, { userId, at });
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    expiresAt: sessionExpiry(at),
  });
  return token;
}

export function sessionExpiry(at: Date): Date {
  return new Date(at.getTime() + SESSION_DAYS * DAY_MS);
}

/** Sessions slide, but are written at most once a day. */
export function isDueForExtension(expiresAt: Date, at: Date): boolean {
  return expiresAt.getTime() < at.getTime() + (SESSION_DAYS - 1) * DAY_MS;
}
