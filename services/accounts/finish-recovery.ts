import { AppError } from "@fairclick/core/errors";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import { accountRecovered } from "@fairclick/core/notices/account-notices";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deletePasskeys, deleteSecondFactor } from "@fairclick/sql/accounts/factors";
import {
  deleteTokens,
  deleteUserSignInCodes,
  insertToken,
} from "@fairclick/sql/accounts/one-time-tokens";
import {
  closeRecovery,
  findUnsentMail,
  listDueRecoveries,
  mayRecover,
  replaceSignIns,
} from "@fairclick/sql/accounts/recoveries";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { hashPassword } from "./passwords";
import { lockRecovery } from "./recovery";
import { cooldownEnd } from "./recovery-cooldown";
import { hashToken, makeToken } from "./token";
import { parseUser } from "./users";

const LINK_MS = 3_600_000;
const AT_ONCE = 100;

/** A link that sets a new password, once. Null if the user gets it by mail. */
type NewPassword = { link: { url: string; expiresAt: Date } | null };
type Input = { user: string; reason: string; byMail: boolean; appUrl: string };

/**
 * Finishes a recovery as an operator. Throws `conflict` if its waiting period is not over,
 * if it was finished or cancelled before, or if its owner was not notified by mail.
 */
export async function finishRecovery(
  ctx: Ctx,
  { user, reason, byMail, appUrl }: Input,
): Promise<NewPassword> {
  requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  const token = byMail ? null : makeToken();
  await recover(ctx, { userId, user, reason, token });
  if (token === null) return { link: null };
  const url = `${appUrl}/reset-password#${token}`;
  return { link: { url, expiresAt: linkExpiry(ctx) } };
}

/** Finishes all recoveries after their waiting period, and mails the links for a new password. */
export async function finishDueRecoveries(ctx: Ctx): Promise<number> {
  const due = await listDueRecoveries(ctx.db.sql, { at: ctx.now(), limit: AT_ONCE });
  let finished = 0;
  for (const userId of due) {
    try {
      await recover(ctx, { userId, user: userId, token: null });
      finished += 1;
    } catch (error) {
      ctx.log.warn({ err: error, userId }, "a recovery was not finished");
    }
  }
  return finished;
}

type Recovery = { userId: UserId; user: string; reason?: string; token: string | null };

/** `token` is the token for a new password; if null, one is sent by mail. */
async function recover(ctx: Ctx, { userId, user, reason, token }: Recovery): Promise<void> {
  const passwordHash = await hashPassword(makeToken());
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const { recovery } = await lockRecovery(tx, { userId, user });
    const { id, requestedBy, dueAt, address } = recovery;
    await requireTrusted(tx, requestedBy);
    if (token === null) await requireMailed(tx, { id, userId });
    if (!(await closeRecovery(tx, { id, at }))) {
      const from = dueAt.toISOString().slice(0, 16).replace("T", " ");
      throw new AppError("conflict", `The owner can cancel this recovery until ${from} UTC.`);
    }
    // First, because the operators' mail is about the first row of a call.
    await writeAudit(tx, ctx, {
      action: "user.finish_recovery",
      subject: `user:${userId}`,
      ...(reason === undefined ? {} : { reason }),
      after: { recoveryId: id, byMail: token === null },
    });
    await removeSignIns(tx, ctx, { userId, passwordHash, at });
    if (token !== null) {
      await insertToken(tx, {
        ...{ tokenHash: hashToken(token), userId, purpose: "reset_password", content: address },
        expiresAt: linkExpiry(ctx),
      });
    }
    await notify(tx, ctx, accountRecovered, {
      to: [userId],
      data: { cooldownEndsAt: cooldownEnd(at).toISOString() },
      key: id,
    });
  });
}

/** Removes all ways to sign in. Afterwards only a link sent to the account's address opens the account. */
async function removeSignIns(
  tx: Tx,
  ctx: Ctx,
  { userId, passwordHash, at }: { userId: UserId; passwordHash: string; at: Date },
): Promise<void> {
  await replaceSignIns(tx, { userId, passwordHash, at });
  await deleteSecondFactor(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteUserSessions(tx, userId);
  await revokeAllKeys(tx, ctx, userId);
  await deleteUserSignInCodes(tx, userId);
  await deleteKnownDevices(tx, { userId, except: [] });
  await deleteTokens(tx, {
    userId,
    purposes: ["verify_email", "reset_password", "sign_in", "change_email", "cancel_recovery"],
  });
}

function linkExpiry({ now }: Pick<Ctx, "now">): Date {
  return new Date(now().getTime() + LINK_MS);
}

/** Throws `conflict` if the mail that lets the owner cancel a recovery was not sent. */
async function requireMailed(tx: Tx, recovery: { id: string; userId: UserId }): Promise<void> {
  const unsent = await findUnsentMail(tx, recovery);
  if (unsent === null) return;
  if (unsent === "queued") {
    throw new AppError(
      "conflict",
      "The mail that lets the owner cancel this recovery is not sent yet. Make sure that mail works.",
    );
  }
  throw new AppError(
    "conflict",
    "The mail that lets the owner cancel this recovery was not sent. Cancel it and request it again.",
  );
}

/** Throws `conflict` unless the operator still has a valid token with the scope users:recover. */
async function requireTrusted(tx: Tx, operatorId: OperatorId): Promise<void> {
  if (await mayRecover(tx, operatorId)) return;
  throw new AppError(
    "conflict",
    "The operator who requested this recovery may no longer recover accounts. Cancel it and request it again.",
  );
}
