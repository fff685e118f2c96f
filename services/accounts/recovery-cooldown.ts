import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findLastRecovery } from "@fairclick/sql/accounts/recoveries";
import type { Queryable } from "@fairclick/sql/db/client";

const COOLDOWN_MS = 72 * 3_600_000;

/** Returns until when no money leaves an account that was recovered at `recoveredAt`. */
export function cooldownEnd(recoveredAt: Date): Date {
  return new Date(recoveredAt.getTime() + COOLDOWN_MS);
}

type Owner = { userId: UserId; at: Date };

/** Returns why money cannot leave the account now, as a sentence for its owner; null if it can. */
export async function describeCooldown(
  db: Queryable,
  { userId, at }: Owner,
): Promise<string | null> {
  const recoveredAt = await findLastRecovery(db, userId);
  const end = recoveredAt && cooldownEnd(recoveredAt);
  if (!end || end <= at) return null;
  const from = end.toISOString().slice(0, 16).replace("T", " ");
  return t`Operators just helped to open this account again. Its money can be withdrawn, refunded or spent from ${from} UTC.`;
}

/** Throws `conflict` during the account's cooldown. */
export async function requireNoCooldown(db: Queryable, owner: Owner): Promise<void> {
  const reason = await describeCooldown(db, owner);
  if (reason !== null) throw new AppError("conflict", reason);
}
