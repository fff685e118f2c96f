import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { stored, t } from "@fairclick/core/language/t";
import {
  confirmNewEmail,
  emailChanged,
  securityChanged,
  verifyEmail,
} from "@fairclick/core/notices/account-notices";
import { withdrawalFailed } from "@fairclick/core/notices/money-notices";
import { deleteUserChannels } from "@fairclick/sql/accounts/channels";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deleteSecondFactor, findTotp } from "@fairclick/sql/accounts/factors";
import {
  deleteTokens,
  deleteUserSignInCodes,
  insertToken,
} from "@fairclick/sql/accounts/one-time-tokens";
import {
  endDeveloperKeys,
  lockUnprovedUser,
  lockUnsentWithdrawal,
  replaceCredentials,
} from "@fairclick/sql/accounts/recoveries";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import {
  confirmEmail,
  findCredentials,
  lockCredentials,
  replacePassword,
  setConfirmedEmail,
} from "@fairclick/sql/accounts/users";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { failWithdrawal, postFailed } from "@fairclick/sql/money/withdrawals";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { consumeToken, refuseLink } from "./mail-tokens";
import { removeAllPasskeys } from "./passkeys";
import { hashPassword, refuseCommonPassword } from "./passwords";
import type { SigningIn } from "./sessions";
import { enterAccount, type SignIn, withAccount } from "./sign-in";
import { hashToken, makeToken } from "./token";

const RESET_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Queues a mail with the link that confirms the user's current address. */
export async function requestVerification(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, (tx) => notify(tx, ctx, verifyEmail, { to: [userId], data: {} }));
}

/** Confirms the address to which the link was sent. Throws `forbidden` if the link does not work. */
export async function confirmOwnEmail(ctx: Ctx, token: string): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "verify_email", token, at });
    if (!used || !(await confirmEmail(tx, { ...used, at }))) throw refuseLink();
    await writeAudit(tx, ctx, { action: "user.confirm_email", subject: `user:${used.userId}` });
  });
}

/** Queues a mail to the new address; the account keeps the old one until its link is opened. */
export async function requestEmailChange(ctx: Ctx, email: string): Promise<void> {
  const userId = requireUser(ctx);
  const current = await findCredentials(ctx.db.sql, userId);
  if (email === current?.email) throw new AppError("validation", t`This is your address already.`);
  await withTx(ctx.db, async (tx) => {
    await deleteTokens(tx, { userId, purposes: ["change_email"] });
    await notify(tx, ctx, confirmNewEmail, { to: [userId], data: {}, mailTo: email });
  });
}

/**
 * Replaces the address by the one to which the link was sent, and tells the old one. Throws
 * `forbidden` if the link does not work, `email_taken` if another account uses the address.
 */
export async function confirmEmailChange(ctx: Ctx, token: string): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "change_email", token, at });
    const before = used && (await lockCredentials(tx, { userId: used.userId, address: null }));
    if (!used || !before) throw refuseLink();
    const { userId, address } = used;
    await setConfirmedEmail(tx, { userId, email: address, at });
    await forgetOtherLinks(tx, userId);
    await notify(tx, ctx, emailChanged, {
      to: [userId],
      data: { newEmail: address },
      mailTo: before.email,
    });
    await writeAudit(tx, ctx, { action: "user.change_email", subject: `user:${userId}` });
  });
}

/**
 * Restores the address to which the link was sent, signs everybody out, removes all passkeys and an
 * authenticator app that was just added, and returns a token that sets a new password. Throws
 * `forbidden` if the link does not work.
 */
export async function undoEmailChange(ctx: Ctx, token: string): Promise<string> {
  const at = ctx.now();
  const resetToken = makeToken();
  await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "undo_email", token, at });
    if (!used || !(await lockCredentials(tx, { userId: used.userId, address: null }))) {
      throw refuseLink();
    }
    const { userId, address } = used;
    await setConfirmedEmail(tx, { userId, email: address, at });
    await removeRecentFactor(tx, used);
    await endAccess(tx, ctx, userId);
    await forgetOtherLinks(tx, userId);
    await deleteTokens(tx, { userId, purposes: ["undo_email"] });
    await insertToken(tx, {
      tokenHash: hashToken(resetToken),
      userId,
      purpose: "reset_password",
      content: address,
      expiresAt: new Date(at.getTime() + RESET_MS),
    });
    await writeAudit(tx, ctx, { action: "user.undo_email_change", subject: `user:${userId}` });
  });
  return resetToken;
}

/**
 * Removes an authenticator app that was added from a day before the change of the address on: who
 * stole the account may have added it to keep the owner out.
 */
async function removeRecentFactor(
  tx: Tx,
  { userId, expiresAt }: { userId: UserId; expiresAt: Date },
): Promise<void> {
  const changedAt = expiresAt.getTime() - (emailChanged.token?.validMinutes ?? 0) * MINUTE_MS;
  const app = await findTotp(tx, userId);
  if (app?.confirmedAt && app.confirmedAt.getTime() > changedAt - DAY_MS) {
    await deleteSecondFactor(tx, userId);
  }
}

/**
 * Sets a new password by the link of a mail, signs everybody out, removes all passkeys, and signs in
 * here. An account with an address that was never confirmed may be a stranger's: the owner of the address
 * takes it over. Throws `forbidden` if the link does not work; a refused password leaves the link usable.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password, ...signingIn }: SigningIn & { token: string; password: string },
): Promise<SignIn> {
  refuseCommonPassword(password, "password");
  const passwordHash = await hashPassword(password);
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "reset_password", token, at });
    const user = used && (await lockCredentials(tx, used));
    if (!used || !user) return null;
    const { userId } = used;
    if (user.emailVerifiedAt === null) {
      await reclaimAccount(tx, ctx, { userId, email: used.address, by: { passwordHash } });
    } else {
      await replacePassword(tx, { userId, before: user.passwordHash, after: passwordHash, at });
      await endAccess(tx, ctx, userId);
      await writeAudit(tx, ctx, { action: "user.reset_password", subject: `user:${userId}` });
      await notify(tx, ctx, securityChanged, {
        to: [userId],
        data: { change: "password_changed" },
      });
    }
    await forgetOtherLinks(tx, userId);
    return { userId, entry: await enterAccount(tx, { userId, at, ...signingIn }) };
  });
  if (!opened) throw refuseLink();
  return withAccount(ctx, opened.userId, opened.entry);
}

type Claim = {
  userId: UserId;
  email: string;
  /** The only way to sign in afterwards. */
  by: { googleSubject: string } | { passwordHash: string };
};

/**
 * Transfers an account with an unverified e-mail to the owner of that e-mail. Disconnects
 * everything through which another person could sign in or receive money; money, campaigns and
 * links stay. Locks the earnings first, as a withdrawal does, so that no concurrent withdrawal is
 * missed.
 */
export async function reclaimAccount(tx: Tx, ctx: Ctx, claim: Claim): Promise<void> {
  const { userId, by } = claim;
  const at = ctx.now();
  await lockBalance(tx, { kind: "earnings", ownerId: userId });
  const claimed = await lockUnprovedUser(tx, claim);
  if (!claimed) throw new AppError("conflict", t`This account has just changed. Please try again.`);
  await deleteSecondFactor(tx, userId);
  const { sessions, keys: ownKeys } = await endAccess(tx, ctx, userId);
  const channels = await deleteUserChannels(tx, userId);
  const keys = ownKeys + (await endDeveloperKeys(tx, { userId, at }));
  const withdrawal = await cancelUnsent(ctx, tx, userId);
  await replaceCredentials(tx, {
    userId,
    googleSubject: "googleSubject" in by ? by.googleSubject : null,
    passwordHash: "passwordHash" in by ? by.passwordHash : null,
    at,
  });
  await writeAudit(tx, ctx, {
    action: "user.reclaim",
    subject: `user:${userId}`,
    before: {
      password: claimed.passwordHash !== null,
      google: claimed.googleSubject !== null,
      stripeAccountId: claimed.stripeAccountId,
      stripeCustomerId: claimed.stripeCustomerId,
    },
    after: { sessions, keys, withdrawal, channels },
  });
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "account_reclaimed" },
  });
}

/**
 * Returns the id of the withdrawal that went back to the earnings; null if there was none.
 */
async function cancelUnsent(ctx: Ctx, tx: Tx, userId: UserId): Promise<string | null> {
  const withdrawal = await lockUnsentWithdrawal(tx, userId);
  if (!withdrawal) return null;
  const reason = stored`The payout account was disconnected: the owner of the e-mail address signed in.`;
  await failWithdrawal(tx, { id: withdrawal.id, reason });
  await postFailed(tx, withdrawal);
  const { id: key, amountMicros } = withdrawal;
  await notify(tx, ctx, withdrawalFailed, { to: [userId], data: { amountMicros, reason }, key });
  return withdrawal.id;
}

/** Signs everybody out and removes what signs in without the password: passkeys, keys, codes and known devices. */
async function endAccess(tx: Tx, ctx: Ctx, userId: UserId) {
  const sessions = await deleteUserSessions(tx, userId);
  await deleteUserSignInCodes(tx, userId);
  await removeAllPasskeys(tx, ctx, userId);
  await deleteKnownDevices(tx, { userId, except: [] });
  return { sessions, keys: await revokeAllKeys(tx, ctx, userId) };
}

/** Makes earlier links of mails useless. */
async function forgetOtherLinks(tx: Tx, userId: UserId): Promise<void> {
  await deleteTokens(tx, {
    userId,
    purposes: ["verify_email", "reset_password", "change_email"],
  });
}

/** Throws `forbidden` if the user's address is not confirmed. */
export async function requireConfirmedEmail(db: Queryable, userId: UserId): Promise<void> {
  const credentials = await findCredentials(db, userId);
  if (credentials?.emailVerifiedAt) return;
  throw new AppError("forbidden", t`Please confirm your email address first, in your profile.`);
}
