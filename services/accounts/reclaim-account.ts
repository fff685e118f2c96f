import { type ReclaimedPart, reclaimedParts } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { stored, t } from "@fairclick/core/language/t";
import { withdrawalFailed } from "@fairclick/core/notices/money-notices";
import { deleteUserChannels } from "@fairclick/sql/accounts/channels";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deleteSecondFactor } from "@fairclick/sql/accounts/factors";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import {
  type ClaimedRow,
  dismissReclaimNotice,
  endDeveloperKeys,
  lockUnprovedUser,
  lockUnsentWithdrawal,
  replaceCredentials,
} from "@fairclick/sql/accounts/recoveries";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { failWithdrawal, postFailed } from "@fairclick/sql/money/withdrawals";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { removeAllPasskeys } from "./passkeys";

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
  const sessions = await deleteUserSessions(tx, userId);
  await deleteUserSignInCodes(tx, userId);
  await deleteSecondFactor(tx, userId);
  await removeAllPasskeys(tx, ctx, userId);
  await deleteKnownDevices(tx, { userId, except: [] });
  const channels = await deleteUserChannels(tx, userId);
  const keys =
    (await endDeveloperKeys(tx, { userId, at })) + (await revokeAllKeys(tx, ctx, userId));
  const withdrawal = await cancelUnsent(ctx, tx, userId);
  const parts = listParts(claimed, { sessions, keys, withdrawal });
  await replaceCredentials(tx, {
    userId,
    googleSubject: "googleSubject" in by ? by.googleSubject : null,
    passwordHash: "passwordHash" in by ? by.passwordHash : null,
    at,
    parts,
  });
  await writeAudit(tx, ctx, {
    action: "user.reclaim",
    subject: `user:${userId}`,
    before: {
      stripeAccountId: claimed.stripeAccountId,
      stripeCustomerId: claimed.stripeCustomerId,
    },
    after: { disconnected: parts.join(" "), sessions, keys, withdrawal, channels },
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

/** Removes the notice about what was disconnected from the user's account. */
export async function dismissReclaim(ctx: Ctx): Promise<void> {
  await dismissReclaimNotice(ctx.db.sql, requireUser(ctx));
}
