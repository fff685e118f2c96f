import type { UserId } from "@fairclick/core/ids";
import { formatDollars, MICROS_PER_CENT } from "@fairclick/core/money/micros";
import { getTies } from "@fairclick/sql/accounts/account-deletion";
import type { Queryable } from "@fairclick/sql/db/client";

const DAY_MS = 86_400_000;
/** A bank can send a payment back for about five business days. */
const RETURNABLE_MS = 7 * DAY_MS;

/**
 * Returns why an account cannot be deleted yet, as sentences for its owner; empty if it can.
 * Amounts below a cent can neither be withdrawn nor spent, so they are ignored.
 */
export async function findObstacles(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<string[]> {
  const ties = await getTies(db, { userId, sentAfter: new Date(at.getTime() - RETURNABLE_MS) });
  const { walletMicros, earningsMicros, lastSentAt } = ties;
  const obstacles: string[] = [];
  if (walletMicros >= MICROS_PER_CENT)
    obstacles.push(
      `Your wallet holds ${formatDollars(walletMicros)}. Get it back on the payments page, or use it for a campaign first.`,
    );
  if (earningsMicros >= MICROS_PER_CENT)
    obstacles.push(`You have earned ${formatDollars(earningsMicros)}. Withdraw it first.`);
  if (ties.campaigns > 0)
    obstacles.push(
      "A campaign of yours runs, or its unused budget is not back in your wallet yet.",
    );
  if (ties.openDeposits > 0)
    obstacles.push("A payment is open. Finish it, or wait an hour until its page expires.");
  if (ties.openWithdrawals > 0) obstacles.push("A withdrawal is under way.");
  if (ties.openRefunds > 0) obstacles.push("A refund to your card is on its way.");
  if (lastSentAt) {
    const finalOn = new Date(lastSentAt.getTime() + RETURNABLE_MS).toISOString().slice(0, 10);
    obstacles.push(`Your bank can still send your last withdrawal back, until ${finalOn}.`);
  }
  if (ties.undecidedClicks > 0) obstacles.push("Clicks on your links are still being judged.");
  return obstacles;
}
