import type { UserId } from "@fairclick/core/ids";
import type { Tx } from "@fairclick/sql/client";
import { deleteSessionsOf } from "@fairclick/sql/sessions";
import { withTx } from "@fairclick/sql/tx";
import {
  connectGoogle,
  findUserByEmail,
  findUserByGoogleSubject,
  listTakenUsernames,
  type UserRow,
} from "@fairclick/sql/users";
import type { Ctx } from "../context";
import { openAccount } from "../users/open-account";
import { usernameCandidates } from "../users/username-from-name";
import { writeAudit } from "../write-audit";
import { type OpenedSession, openSession, type SigningIn } from "./open-session";

export type GoogleProfile = {
  /** Google's own id of the account: e-mails change, this does not. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
};

export type GoogleSignIn =
  | ({ ok: true } & OpenedSession)
  | { ok: false; reason: "email_unverified" | "other_google_account" };

type Found = { ok: true; userId: UserId } | Extract<GoogleSignIn, { ok: false }>;

/** Signs in whom Google vouches for, joining the account of that e-mail or opening a new one. */
export async function signInWithGoogle(
  ctx: Ctx,
  { userAgent, deviceTokens, ...profile }: GoogleProfile & SigningIn,
): Promise<GoogleSignIn> {
  return withTx(ctx.db, async (tx): Promise<GoogleSignIn> => {
    const found = await findOrOpenAccount(tx, ctx, profile);
    if (!found.ok) return found;
    const signingIn = { userId: found.userId, at: ctx.now(), userAgent, deviceTokens };
    return { ok: true, ...(await openSession(tx, signingIn)) };
  });
}

async function findOrOpenAccount(tx: Tx, ctx: Ctx, profile: GoogleProfile): Promise<Found> {
  const known = await findUserByGoogleSubject(tx, profile.subject);
  if (known) return { ok: true, userId: known.id };
  const sameEmail = await findUserByEmail(tx, profile.email);
  if (sameEmail) return joinAccount(tx, ctx, { user: sameEmail, profile });
  const userId = await openAccount(tx, ctx, {
    username: await findFreeUsername(tx, profile.name),
    email: profile.email,
    passwordHash: null,
    googleSubject: profile.subject,
    emailVerifiedAt: profile.emailVerified ? ctx.now() : null,
  });
  return { ok: true, userId };
}

/**
 * Whoever opened the account may have used somebody else's e-mail. Unless that e-mail was verified
 * before, its password and its sessions end when its true owner arrives.
 */
async function joinAccount(
  tx: Tx,
  ctx: Ctx,
  { user, profile }: { user: UserRow; profile: GoogleProfile },
): Promise<Found> {
  if (!profile.emailVerified) return { ok: false, reason: "email_unverified" };
  const dropPassword = user.emailVerifiedAt === null;
  const { subject } = profile;
  const connection = { userId: user.id, subject, verifiedAt: ctx.now(), dropPassword };
  if (!(await connectGoogle(tx, connection))) return { ok: false, reason: "other_google_account" };
  if (dropPassword) await deleteSessionsOf(tx, user.id);
  await writeAudit(tx, ctx, {
    action: "user.connect_google",
    subject: `user:${user.id}`,
    after: { passwordDropped: dropPassword && user.passwordHash !== null },
  });
  return { ok: true, userId: user.id };
}

async function findFreeUsername(tx: Tx, name: string | null): Promise<string> {
  const candidates = usernameCandidates(name);
  const taken = await listTakenUsernames(tx, candidates);
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (!free) throw new Error("No free username was found");
  return free;
}
