import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { findLastRecovery } from "@fairclick/sql/accounts/recoveries";
import type { Queryable } from "@fairclick/sql/db/client";

const REST_MS = 72 * 3_600_000;

/** Returns the end of the rest, in which no money leaves an account that was recovered at `finishedAt`. */
export function restEnd(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + REST_MS);
}

type Owner = { userId: UserId; at: Date };

/** Returns the end of the rest of a recovered account; null if its money does not rest. */
export async function findRestEnd(db: Queryable, { userId, at }: Owner): Promise<Date | null> {
  const finishedAt = await findLastRecovery(db, userId);
  const end = finishedAt && restEnd(finishedAt);
  return end && end > at ? end : null;
}

/** Returns why money cannot leave the account now, as a sentence for its owner; null if it can. */
export async function describeRest(db: Queryable, owner: Owner): Promise<string | null> {
  const end = await findRestEnd(db, owner);
  if (!end) return null;
  const from = end.toISOString().slice(0, 16).replace("T", " ");
  return `Operators just helped to open this account again. Its money can be withdrawn, refunded or spent from ${from} UTC.`;
}

/** Throws `conflict` while the money of a recovered account rests. */
export async function requireRested(db: Queryable, owner: Owner): Promise<void> {
  const rest = await describeRest(db, owner);
  if (rest !== null) throw new AppError("conflict", rest);
}
