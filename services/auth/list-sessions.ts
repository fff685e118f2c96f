import { listSessionsOf } from "@fairclick/sql/sessions";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { lastUseOf } from "./open-session";
import { hashToken } from "./token";

const MOST = 50;

export type OwnSession = {
  id: string;
  userAgent: string | null;
  signedInAt: Date;
  /** To the day. */
  lastUsedAt: Date;
  /** The one that asks. */
  current: boolean;
};

/** Where the user is signed in, the latest used first. */
export async function listSessions(ctx: Ctx, token: string): Promise<OwnSession[]> {
  const sessions = await listSessionsOf(ctx.db.sql, {
    userId: requireUser(ctx),
    at: ctx.now(),
    limit: MOST,
  });
  const own = hashToken(token);
  return sessions.map(({ id, userAgent, createdAt, expiresAt, tokenHash }) => ({
    id,
    userAgent,
    signedInAt: createdAt,
    lastUsedAt: new Date(Math.max(createdAt.getTime(), lastUseOf(expiresAt).getTime())),
    current: Buffer.compare(tokenHash, own) === 0,
  }));
}
