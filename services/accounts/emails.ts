import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  confirmNewEmail,
  emailChanged,
  verifyEmail,
} from "@fairclick/core/notices/account-notices";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deleteSecondFactor, findTotp } from "@fairclick/sql/accounts/factors";
import {
  deleteTokens,
  deleteUserSignInCodes,
  insertToken,
} from "@fairclick/sql/accounts/one-time-tokens";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import {
  confirmEmail,
  findCredentials,
  lockCredentials,
  setConfirmedEmail,
} from "@fairclick/sql/accounts/users";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { consumeToken, refuseLink } from "./mail-tokens";
import { removeAllPasskeys } from "./passkeys";
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
    await removeAllPasskeys(tx, ctx, userId);
    await deleteUserSessions(tx, userId);
    await revokeAllKeys(tx, ctx, userId);
    await deleteUserSignInCodes(tx, userId);
    await deleteKnownDevices(tx, { userId, except: [] });
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

/** Links that were sent to an address that the account had before do not work any more. */
async function forgetOtherLinks(tx: Tx, userId: UserId): Promise<void> {
  await deleteTokens(tx, {
    userId,
    purposes: ["verify_email", "reset_password", "sign_in", "change_email"],
  });
}

/** Throws `forbidden` if the user's address is not confirmed. */
export async function requireConfirmedEmail(db: Queryable, userId: UserId): Promise<void> {
  const credentials = await findCredentials(db, userId);
  if (credentials?.emailVerifiedAt) return;
  throw new AppError("forbidden", t`Please confirm your email address first, in your profile.`);
}
