import { AppError } from "@fairclick/core/errors";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  findLastRecovery,
  findResetLinkCooldownEnd,
  findUnsentMail,
  isSuppressed,
  lockOpenRecovery,
  mayRecover,
  type OpenRecovery,
} from "@fairclick/sql/accounts/recoveries";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { userNotFound } from "./users";

const COOLDOWN_MS = 72 * 3_600_000;

/** Returns until when no money leaves an account that operators helped to open at `openedAt`. */
export function cooldownEnd(openedAt: Date): Date {
  return new Date(openedAt.getTime() + COOLDOWN_MS);
}

type Owner = { userId: UserId; at: Date };

/**
 * Returns the end of the cooldown after a recovery or an operator's reset link; null if there is none
 * at `at`.
 */
async function findCooldownEnd(db: Queryable, { userId, at }: Owner): Promise<Date | null> {
  const finishedAt = await findLastRecovery(db, userId);
  const ends = [finishedAt && cooldownEnd(finishedAt), await findResetLinkCooldownEnd(db, userId)];
  const latest = Math.max(...ends.map((end) => end?.getTime() ?? 0));
  return latest > at.getTime() ? new Date(latest) : null;
}

/** Returns why money cannot leave the account now, as a sentence for its owner; null if it can. */
export async function describeCooldown(db: Queryable, owner: Owner): Promise<string | null> {
  const end = await findCooldownEnd(db, owner);
  if (!end) return null;
  const from = end.toISOString().slice(0, 16).replace("T", " ");
  return t`Operators just helped to open this account again. Its money can be withdrawn, refunded or spent from ${from} UTC.`;
}

/** Throws `conflict` during the account's cooldown. */
export async function requireNoCooldown(db: Queryable, owner: Owner): Promise<void> {
  const reason = await describeCooldown(db, owner);
  if (reason !== null) throw new AppError("conflict", reason);
}

type Named = { userId: UserId; user: string };
type Recoverable = { username: string; address: string };

/** Locks a user to recover the account. Throws `conflict` if it is suspended or deleted. */
export async function lockRecoverable(tx: Tx, { userId, user }: Named): Promise<Recoverable> {
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
export async function requireMailable(tx: Tx, address: string): Promise<void> {
  if (!(await isSuppressed(tx, address))) return;
  throw new AppError(
    "conflict",
    'Mails to the address of this account are stopped, so its owner would not hear of the recovery. "fairclick mail decide release" allows them again.',
  );
}

/** Throws `conflict` if the mail that lets the owner cancel a recovery was not sent. */
export async function requireMailed(
  tx: Tx,
  recovery: { id: string; userId: UserId },
): Promise<void> {
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
export async function requireTrusted(tx: Tx, operatorId: OperatorId): Promise<void> {
  if (await mayRecover(tx, operatorId)) return;
  throw new AppError(
    "conflict",
    "The operator who requested this recovery may no longer recover accounts. Cancel it and request it again.",
  );
}
