import { type ReclaimedPart, reclaimedParts } from "@fairclick/core/accounts/account-schema";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { deleteKnownDevices } from "@fairclick/sql/accounts/known-devices";
import {
  type ClaimedRow,
  endDeveloperKeys,
  lockUnprovedUser,
  lockUnsentWithdrawal,
  replaceCredentials,
} from "@fairclick/sql/accounts/reclaim";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/sign-in-codes";
import {
  connectGoogle,
  findUserByEmail,
  listTakenUsernames,
  lockUserByGoogleSubject,
  type UserRow,
} from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { failWithdrawal } from "@fairclick/sql/money/withdrawals";
import type { Ctx } from "../../context";
import { postFailed } from "../../money/withdrawals/postings";
import { writeAudit } from "../../operations/write-audit";
import { openAccount } from "../open-account";
import { usernameCandidates } from "../username-from-name";
import { makeSignInCode } from "./sign-in-code";

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
    await reclaimAccount(tx, ctx, { userId, email, subject });
    return { ok: true, userId };
  }
  const connection = { userId, subject, verifiedEmail: email, at: ctx.now() };
  if (!(await connectGoogle(tx, connection))) return { ok: false, reason: "other_google_account" };
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

type Claim = { userId: UserId; email: string; subject: string };

/**
 * Transfers an account with an unverified e-mail to the owner of that e-mail. Disconnects
 * everything through which another person could sign in or receive money; money, campaigns and
 * links stay. Locks the earnings first, as a withdrawal does, so that no concurrent withdrawal is
 * missed.
 */
async function reclaimAccount(tx: Tx, ctx: Ctx, claim: Claim): Promise<void> {
  const { userId, subject } = claim;
  const at = ctx.now();
  await lockBalance(tx, { kind: "earnings", ownerId: userId });
  const claimed = await lockUnprovedUser(tx, claim);
  if (!claimed) throw new AppError("conflict", "This account has just changed. Please try again.");
  const sessions = await deleteUserSessions(tx, userId);
  await deleteUserSignInCodes(tx, userId);
  await deleteKnownDevices(tx, { userId, except: [] });
  const keys = await endDeveloperKeys(tx, { userId, at });
  const withdrawal = await cancelUnsent(tx, userId);
  const parts = listParts(claimed, { sessions, keys, withdrawal });
  await replaceCredentials(tx, { userId, subject, at, parts });
  await writeAudit(tx, ctx, {
    action: "user.reclaim",
    subject: `user:${userId}`,
    before: {
      stripeAccountId: claimed.stripeAccountId,
      stripeCustomerId: claimed.stripeCustomerId,
    },
    after: { disconnected: parts.join(" "), sessions, keys, withdrawal },
  });
}

/**
 * Returns the id of the withdrawal whose money went back to the earnings; null if there was none.
 */
async function cancelUnsent(tx: Tx, userId: UserId): Promise<string | null> {
  const withdrawal = await lockUnsentWithdrawal(tx, userId);
  if (!withdrawal) return null;
  const reason = "The payout account was disconnected: the owner of the e-mail address signed in.";
  await failWithdrawal(tx, { id: withdrawal.id, reason });
  await postFailed(tx, withdrawal);
  return withdrawal.id;
}

function listParts(
  { passwordHash, googleSubject, stripeAccountId, stripeCustomerId }: ClaimedRow,
  { sessions, keys, withdrawal }: { sessions: number; keys: number; withdrawal: string | null },
): ReclaimedPart[] {
  const found: Record<ReclaimedPart, boolean> = {
    password: passwordHash !== null,
    google: googleSubject !== null,
    payouts: stripeAccountId !== null,
    billing: stripeCustomerId !== null,
    withdrawal: withdrawal !== null,
    keys: keys > 0,
    sessions: sessions > 0,
  };
  return reclaimedParts.filter((part) => found[part]);
}
