import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { recoveryRequested } from "@fairclick/core/notices/account-notices";
import { deleteTokens } from "@fairclick/sql/accounts/one-time-tokens";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  type CancelledBy,
  cancelOpenRecovery,
  insertRecovery,
  isSuppressed,
  lockOpenRecovery,
  type OpenRecovery,
} from "@fairclick/sql/accounts/recoveries";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, requireOperator, requireUser, writeAudit } from "../changes";
import type { Actor, Ctx } from "../context";
import { notify } from "../notify";
import { consumeToken, refuseLink } from "./mail-tokens";
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
    const recovery = await lockOpenRecovery(tx, userId);
    if (!recovery) throw new AppError("conflict", `No recovery of ${username} is open.`);
    const { id } = recovery;
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

/**
 * Locks the user and the open recovery. Throws `conflict` if there is none, if the address of the
 * account has changed since the request, or if it gets no mail.
 */
export async function lockRecovery(
  tx: Tx,
  named: Named,
): Promise<{ username: string; recovery: OpenRecovery }> {
  const { username, address } = await lockRecoverable(tx, named);
  const recovery = await lockOpenRecovery(tx, named.userId);
  if (!recovery) throw new AppError("conflict", `No recovery of ${username} is open.`);
  if (recovery.address !== address) {
    throw new AppError(
      "conflict",
      "The address of the account has changed since the request. Cancel it and request it again.",
    );
  }
  await requireMailable(tx, address);
  return { username, recovery };
}

/** Throws `conflict` if mails to the address are stopped: the owner could not cancel a recovery. */
async function requireMailable(tx: Tx, address: string): Promise<void> {
  if (!(await isSuppressed(tx, address))) return;
  throw new AppError(
    "conflict",
    'Mails to the address of this account are stopped, so its owner would not hear of the recovery. "fairclick mail decide release" allows them again.',
  );
}
