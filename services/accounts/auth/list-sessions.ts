import { listUserSessions } from "@fairclick/sql/accounts/sessions";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { hashToken } from "./token";

const MOST = 50;

export type OwnSession = {
  id: string;
  userAgent: string | null;
  /** ISO code of the country of the sign-in; null if unknown. */
  country: string | null;
  signedInAt: Date;
  /** Exact to the day. */
  lastUsedAt: Date;
  /** The session of this call. */
  current: boolean;
};

/** Lists the user's sessions, last used first. */
export async function listSessions(ctx: Ctx, token: string): Promise<OwnSession[]> {
  const sessions = await listUserSessions(ctx.db.sql, {
    userId: requireUser(ctx),
    at: ctx.now(),
    limit: MOST,
  });
  const own = hashToken(token);
  return sessions.map(({ id, userAgent, country, createdAt, usedAt, tokenHash }) => ({
    id,
    userAgent,
    country,
    signedInAt: createdAt,
    lastUsedAt: usedAt,
    current: Buffer.compare(tokenHash, own) === 0,
  }));
}
