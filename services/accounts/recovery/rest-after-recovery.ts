import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findLastRecovery, findResetLinkRestEnd } from "@fairclick/sql/accounts/recoveries";
import type { Queryable } from "@fairclick/sql/db/client";

const REST_MS = 72 * 3_600_000;

/** Returns the end of the rest, in which no money leaves an account that operators helped to open at `openedAt`. */
export function restEnd(openedAt: Date): Date {
  return new Date(openedAt.getTime() + REST_MS);
}

type Owner = { userId: UserId; at: Date };

/**
 * Returns the end of the rest after a recovery or a reset link of an operator; null if the money of
 * the account does not rest.
 */
export async function findRestEnd(db: Queryable, { userId, at }: Owner): Promise<Date | null> {
  const finishedAt = await findLastRecovery(db, userId);
  const ends = [finishedAt && restEnd(finishedAt), await findResetLinkRestEnd(db, userId)];
  const latest = Math.max(...ends.map((end) => end?.getTime() ?? 0));
  return latest > at.getTime() ? new Date(latest) : null;
}

/** Returns why money cannot leave the account now, as a sentence for its owner; null if it can. */
export async function describeRest(db: Queryable, owner: Owner): Promise<string | null> {
  const end = await findRestEnd(db, owner);
  if (!end) return null;
  const from = end.toISOString().slice(0, 16).replace("T", " ");
  return t`Operators just helped to open this account again. Its money can be withdrawn, refunded or spent from ${from} UTC.`;
}

/** Throws `conflict` while the money of the account rests. */
export async function requireRested(db: Queryable, owner: Owner): Promise<void> {
  const rest = await describeRest(db, owner);
  if (rest !== null) throw new AppError("conflict", rest);
}
