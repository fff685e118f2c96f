import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import {
  findCredentials,
  findUserByEmail,
  listTakenUsernames,
  lockUserByGoogleSubject,
  disconnectGoogle as removeGoogle,
  connectGoogle as storeGoogleSubject,
  type UserRow,
} from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { reclaimAccount } from "./reclaim-account";
import { openAccount, usernameCandidates } from "./register";
import { makeSignInCode } from "./sign-in";

export type GoogleProfile = {
  /** Google's own id of the account: e-mails change, this does not. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
};

type GoogleSignIn =
  | { ok: true; code: string }
  | { ok: false; reason: "email_unverified" | "other_google_account" };

type Found = { ok: true; userId: UserId } | Extract<GoogleSignIn, { ok: false }>;

/**
 * Finds the account of a Google user, by Google's id or by e-mail, or opens one, and returns the
 * code with which the browser signs in to it.
 */
export async function signInWithGoogle(
  ctx: Ctx,
  { browser, ...profile }: GoogleProfile & { browser: string },
): Promise<GoogleSignIn> {
  return withTx(ctx.db, async (tx): Promise<GoogleSignIn> => {
    const found = await findOrOpenAccount(tx, ctx, profile);
    if (!found.ok) return found;
    const { userId } = found;
    return { ok: true, code: await makeSignInCode(tx, { userId, browser, at: ctx.now() }) };
  });
}

async function findOrOpenAccount(tx: Tx, ctx: Ctx, profile: GoogleProfile): Promise<Found> {
  const known = await lockUserByGoogleSubject(tx, profile.subject);
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
 * Connects a verified Google sign-in to the account with its e-mail. If that e-mail was never
 * verified, the account may be a stranger's: the person that Google verified takes it over.
 */
async function joinAccount(
  tx: Tx,
  ctx: Ctx,
  { user, profile }: { user: UserRow; profile: GoogleProfile },
): Promise<Found> {
  if (!profile.emailVerified) return { ok: false, reason: "email_unverified" };
  const { id: userId } = user;
  const { subject, email } = profile;
  if (user.emailVerifiedAt === null) {
    await reclaimAccount(tx, ctx, { userId, email, by: { googleSubject: subject } });
    return { ok: true, userId };
  }
  const connection = { userId, subject, verifiedEmail: email, at: ctx.now() };
  if (!(await storeGoogleSubject(tx, connection)))
    return { ok: false, reason: "other_google_account" };
  await writeAudit(tx, ctx, { action: "user.connect_google", subject: `user:${userId}` });
  return { ok: true, userId };
}

async function findFreeUsername(tx: Tx, name: string | null): Promise<string> {
  const candidates = usernameCandidates(name);
  const taken = await listTakenUsernames(tx, candidates);
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (!free) throw new Error("No free username was found");
  return free;
}

export type GoogleConnection = { ok: true } | { ok: false; reason: "taken" | "has_another" };

/**
 * Connects a Google account, with any e-mail address, to the signed-in user. The route where the
 * connection starts requires a proof of identity. `ok` if it is already connected; `taken` if another user
 * has it, `has_another` if this user has a different one.
 */
export async function connectGoogle(
  ctx: Ctx,
  { subject, email, emailVerified }: GoogleProfile,
): Promise<GoogleConnection> {
  const userId = requireUser(ctx);
  return withTx(ctx.db, async (tx): Promise<GoogleConnection> => {
    const owner = await lockUserByGoogleSubject(tx, subject);
    if (owner) return owner.id === userId ? { ok: true } : { ok: false, reason: "taken" };
    const verifiedEmail = emailVerified ? email : null;
    const connection = { userId, subject, verifiedEmail, at: ctx.now() };
    if (!(await storeGoogleSubject(tx, connection))) return { ok: false, reason: "has_another" };
    await writeAudit(tx, ctx, { action: "user.connect_google", subject: `user:${userId}` });
    return { ok: true };
  });
}

/** Throws `conflict` if no Google account is connected, or no password would remain to sign in with. */
export async function disconnectGoogle(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await removeGoogle(tx, { userId, at: ctx.now() }))) {
      const credentials = await findCredentials(tx, userId);
      throw new AppError(
        "conflict",
        credentials?.googleSubject
          ? t`Set a password first: Google is your only way to sign in.`
          : t`No Google account is connected.`,
      );
    }
    await deleteUserSignInCodes(tx, userId);
    await writeAudit(tx, ctx, { action: "user.disconnect_google", subject: `user:${userId}` });
  });
}
