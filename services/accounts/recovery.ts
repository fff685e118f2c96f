import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { accountRecovered, recoveryRequested } from "@fairclick/core/notices/account-notices";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deletePasskeys, deleteSecondFactor } from "@fairclick/sql/accounts/factors";
import { deleteTokens, deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  type CancelledBy,
  cancelOpenRecovery,
  finishDueRecovery,
  insertRecovery,
  isSuppressed,
  listDueRecoveries,
  lockOpenRecovery,
  replaceSignIns,
} from "@fairclick/sql/accounts/recoveries";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, requireOperator, requireUser, writeAudit } from "../changes";
import type { Actor, Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { consumeToken, refuseLink } from "./mail-tokens";
import { hashPassword } from "./passwords";
import { cooldownEnd } from "./recovery-cooldown";
import { makeToken } from "./token";
import { parseUser, userNotFound } from "./users";

const HOUR_MS = 3_600_000;
/** In which the owner can cancel the recovery. */
const WAIT_HOURS = 72;

/**
 * Starts the recovery of an account after its owner lost every way to sign in: the waiting period begins,
 * and the owner is notified and can cancel it. Throws `conflict` if one is open, or if the address gets no mail.
 */
export async function requestRecovery(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  const id = Bun.randomUUIDv7();
  return makeChange(ctx, input, async (tx) => {
    const { username, address } = await lockRecoverable(tx, { userId, user });
    if (await lockOpenRecovery(tx, userId)) {
      throw new AppError("conflict", `A recovery of ${username} is open already.`);
    }
    await requireMailable(tx, address);
    const { reason } = input;
    const at = ctx.now();
    const dueAt = new Date(at.getTime() + WAIT_HOURS * HOUR_MS);
    return {
      action: "user.request_recovery",
      subject: `user:${userId}`,
      before: { username, recovery: "none" },
      after: { username, recovery: "requested", recoveryId: id, dueAt: dueAt.toISOString() },
      apply: async () => {
        await insertRecovery(tx, { id, userId, address, reason, by, at, dueAt });
        const data = { dueAt: dueAt.toISOString() };
        await notify(tx, ctx, recoveryRequested, { to: [userId], data, key: id });
      },
    };
  });
}

/** Cancels the open recovery by the link of the mail. Throws `forbidden` if the link does not work. */
export async function cancelRecoveryByLink(ctx: Ctx, token: string): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "cancel_recovery", token, at });
    if (!used || !(await cancelAsUser(tx, { userId: used.userId, by: "link", at }))) {
      throw refuseLink();
    }
  });
}

/** Cancels the open recovery of the user's own account. Throws `conflict` if there is none. */
export async function cancelOwnRecovery(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    if (!(await cancelAsUser(tx, { userId, by: "session", at }))) {
      throw new AppError("conflict", t`There is no recovery of your account to cancel.`);
    }
  });
}

type Cancellation = { userId: UserId; by: Exclude<CancelledBy, "operator">; at: Date };

/** Cancels the user's open recovery. Returns false if there is none. */
export async function cancelAsUser(tx: Tx, { userId, by, at }: Cancellation): Promise<boolean> {
  const id = await cancelOpenRecovery(tx, { userId, by, at });
  if (id === null) return false;
  await deleteTokens(tx, { userId, purposes: ["cancel_recovery"] });
  const actor: Actor = { kind: "user", userId };
  const after = { recoveryId: id, cancelledBy: by };
  await writeAudit(
    tx,
    { actor, now: () => at },
    { action: "user.cancel_recovery", subject: `user:${userId}`, after },
  );
  return true;
}

/** Cancels an open recovery as an operator, also of a suspended account. */
export async function cancelRecovery(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const row = await lockSuspension(tx, userId);
    if (!row) throw userNotFound(user);
    const { username } = row;
    const id = await lockOpenRecovery(tx, userId);
    if (!id) throw new AppError("conflict", `No recovery of ${username} is open.`);
    return {
      action: "user.cancel_recovery",
      subject: `user:${userId}`,
      before: { username, recovery: "requested", recoveryId: id },
      after: { username, recovery: "cancelled", recoveryId: id },
      apply: async () => {
        await cancelOpenRecovery(tx, { userId, by: "operator", at: ctx.now() });
        await deleteTokens(tx, { userId, purposes: ["cancel_recovery"] });
      },
    };
  });
}

type Named = { userId: UserId; user: string };
type Recoverable = { username: string; address: string };

/** Locks a user to recover the account. Throws `conflict` if it is suspended or deleted. */
async function lockRecoverable(tx: Tx, { userId, user }: Named): Promise<Recoverable> {
  const row = await lockSuspension(tx, userId);
  if (!row) throw userNotFound(user);
  const { username } = row;
  const credentials = await lockCredentials(tx, { userId, address: null });
  if (!credentials) throw new AppError("conflict", "This account was deleted by its owner.");
  if (row.suspendedAt) {
    throw new AppError("conflict", `${username} is suspended. Restore the account first.`);
  }
  return { username, address: credentials.email };
}

/** Throws `conflict` if mails to the address are stopped: the owner could not cancel a recovery. */
async function requireMailable(tx: Tx, address: string): Promise<void> {
  if (!(await isSuppressed(tx, address))) return;
  throw new AppError(
    "conflict",
    'Mails to the address of this account are stopped, so its owner would not hear of the recovery. "fairclick mail decide release" allows them again.',
  );
}

const AT_ONCE = 100;

/**
 * Finishes all recoveries after their waiting period, and mails the links for a new password. Returns how
 * many it finished.
 */
export async function finishDueRecoveries(ctx: Ctx): Promise<number> {
  const due = await listDueRecoveries(ctx.db.sql, { at: ctx.now(), limit: AT_ONCE });
  let finished = 0;
  for (const userId of due) {
    try {
      if (await finishRecovery(ctx, userId)) finished += 1;
    } catch (error) {
      ctx.log.warn({ err: error, userId }, "a recovery was not finished");
    }
  }
  return finished;
}

/**
 * Removes all ways to sign in. Afterwards only a link sent to the account's address opens the account.
 * Returns false if the recovery is not due any more.
 */
async function finishRecovery(ctx: Ctx, userId: UserId): Promise<boolean> {
  const passwordHash = await hashPassword(makeToken());
  const at = ctx.now();
  return withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    const id = await finishDueRecovery(tx, { userId, at });
    if (id === null) return false;
    await writeAudit(tx, ctx, {
      action: "user.finish_recovery",
      subject: `user:${userId}`,
      after: { recoveryId: id },
    });
    await replaceSignIns(tx, { userId, passwordHash, at });
    await deleteSecondFactor(tx, userId);
    await deletePasskeys(tx, userId);
    await deleteUserSessions(tx, userId);
    await revokeAllKeys(tx, ctx, userId);
    await deleteUserSignInCodes(tx, userId);
    await deleteKnownDevices(tx, { userId, except: [] });
    await deleteTokens(tx, {
      userId,
      purposes: ["verify_email", "reset_password", "change_email", "cancel_recovery"],
    });
    const data = { cooldownEndsAt: cooldownEnd(at).toISOString() };
    await notify(tx, ctx, accountRecovered, { to: [userId], data, key: id });
    return true;
  });
}
