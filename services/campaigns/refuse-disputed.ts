import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { DISPUTE_DAYS, isClosedByDisputes } from "@fairclick/core/money/deposits";
import type { Queryable } from "@fairclick/sql/db/client";
import { countDisputes } from "@fairclick/sql/money/deposits";

const DAY_MS = 86_400_000;

export function countRecentDisputes(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<number> {
  return countDisputes(db, { userId, since: new Date(at.getTime() - DISPUTE_DAYS * DAY_MS) });
}

/** Throws `forbidden` if the developer's disputes close the account to new campaigns. */
export async function refuseDisputed(
  db: Queryable,
  { developerId, at }: { developerId: UserId; at: Date },
): Promise<void> {
  const disputes = await countRecentDisputes(db, { userId: developerId, at });
  if (!isClosedByDisputes(disputes)) return;
  throw new AppError(
    "forbidden",
    t`Your bank disputed ${disputes} of your deposits within ${DISPUTE_DAYS} days, so you cannot launch or fund campaigns. A dispute that you withdraw or that is decided in our favour no longer counts. Ask support if this is a mistake.`,
  );
}
