import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { Tx } from "@fairclick/sql/db/client";
import { findPendingWithdrawal } from "@fairclick/sql/money/withdrawals";

/**
 * Throws `withdrawal_pending` if the user has a pending withdrawal. The caller holds the lock on the
 * earnings, so that no other one can be inserted before its own. Without this check, the unique index
 * makes the insert wait for a transaction that completes or fails the pending one, while that
 * transaction waits for the accounts which the caller has locked.
 */
export async function requireNonePending(tx: Tx, userId: UserId): Promise<void> {
  if (!(await findPendingWithdrawal(tx, userId))) return;
  throw new AppError(
    "withdrawal_pending",
    t`You already have an open withdrawal. Please wait until it has completed.`,
  );
}
