import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findLastRecovery, findResetLinkCooldownEnd } from "@fairclick/sql/accounts/recoveries";
import type { Queryable } from "@fairclick/sql/db/client";

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
