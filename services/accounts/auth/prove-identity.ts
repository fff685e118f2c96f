import { AppError } from "@fairclick/core/errors";
import { type CredentialsRow, findCredentials } from "@fairclick/sql/accounts/credentials";
import { findSession } from "@fairclick/sql/accounts/sessions";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { verifyPassword } from "./password";
import { hashToken } from "./token";

const RECENT_MS = 10 * 60_000;

/** The current session, and the password if the account has one. */
export type Proof = { token: string; password: string | null };

/**
 * Checks that the account's owner makes this request, not another person at an unlocked screen: by
 * the password or, without one, by a sign-in of the last ten minutes. Throws `forbidden`.
 */
export async function proveIdentity(ctx: Ctx, proof: Proof): Promise<CredentialsRow> {
  const credentials = await findCredentials(ctx.db.sql, requireUser(ctx));
  if (!credentials) throw new AppError("unauthenticated", "Authentication failed");
  if (credentials.passwordHash === null) {
    if (await isRecentSignIn(ctx, proof.token)) return credentials;
    throw new AppError("forbidden", "Please sign in with Google again first.");
  }
  if (await verifyPassword(proof.password ?? "", credentials.passwordHash)) return credentials;
  const message = "This is not your current password.";
  throw new AppError("forbidden", message, { issues: [{ path: "password", message }] });
}

export async function isRecentSignIn(
  ctx: Pick<Ctx, "db" | "now">,
  token: string,
): Promise<boolean> {
  const at = ctx.now();
  const session = await findSession(ctx.db.sql, { tokenHash: hashToken(token), at });
  return session !== null && at.getTime() - session.createdAt.getTime() <= RECENT_MS;
}
