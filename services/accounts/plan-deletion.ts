import { MICROS_PER_CENT } from "@fairclick/core/amounts";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { allocateRefund, planReturn } from "@fairclick/core/money/refunds";
import { getTies, type TiesRow } from "@fairclick/sql/accounts/account-deletion";
import type { Queryable } from "@fairclick/sql/db/client";
import { getRefundableBudget, type RefundableDeposit } from "@fairclick/sql/money/deposits";
import { getUnpaidLosses } from "@fairclick/sql/money/ledger";
import { findRefundScope } from "../money/refunds/get-refundable";
import { readReturnable, sumRefundable } from "../money/refunds/return-wallet";
import { describeCooldown } from "./recovery/recovery-cooldown";

const DAY_MS = 86_400_000;
/** A bank can send a payment back for about five business days. */
const RETURNABLE_MS = 7 * DAY_MS;

export type DeletionPlan = {
  /** Why the account cannot be deleted yet, as sentences for its owner; empty if it can. */
  obstacles: string[];
  /** Wallet money that goes back to its cards at once. */
  refunds: RefundableDeposit[];
  /** Campaigns that end. */
  campaigns: number;
  /** What goes back to cards once the campaigns have returned their budgets, at most. */
  laterMicros: bigint;
  openDeposits: number;
  /** Kept from wallet and budgets, because a deposit was reversed after it was spent. */
  owedMicros: bigint;
  givesUp: {
    /** Wallet and budget that no card can take back. */
    walletMicros: bigint;
    earningsMicros: bigint;
    /** Clicks on the user's own links that are not judged yet. */
    undecidedClicks: number;
    /** Disputes that could still return money. */
    disputes: number;
  };
};

/**
 * Returns what the deletion of an account would send back, end and give up. Amounts below a cent
 * per deposit can neither be refunded nor withdrawn; they count as given up.
 */
export async function planDeletion(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<DeletionPlan> {
  const ties = await getTies(db, { userId, sentAfter: new Date(at.getTime() - RETURNABLE_MS) });
  const deposits = await readReturnable(db, { userId, at });
  const owed = await getUnpaidLosses(db, userId);
  const { nowMicros, laterMicros, lostMicros } = planReturn({
    walletMicros: ties.walletMicros,
    budgetMicros: ties.budgetMicros,
    refundableMicros: sumRefundable(deposits),
    refundableBudgetMicros: await getRefundableBudget(db, findRefundScope({ userId, at })),
    owedMicros: owed,
  });
  const parts = allocateRefund(nowMicros, deposits) ?? [];
  const cooldown = await describeCooldown(db, { userId, at });
  return {
    obstacles: [...findObstacles(ties), ...(cooldown === null ? [] : [cooldown])],
    refunds: parts.map(({ source, micros }) => ({ ...source, refundableMicros: micros })),
    campaigns: ties.campaigns,
    laterMicros,
    openDeposits: ties.openDeposits,
    owedMicros: owed > 0n ? owed : 0n,
    givesUp: {
      walletMicros: lostMicros,
      earningsMicros: ties.earningsMicros,
      undecidedClicks: ties.undecidedClicks,
      disputes: ties.disputes,
    },
  };
}

/** True if the owner has to agree to lose something: at least a cent, or what may become more. */
export function givesUpEarnings({ givesUp }: DeletionPlan): boolean {
  return givesUp.earningsMicros >= MICROS_PER_CENT || givesUp.undecidedClicks > 0;
}

function findObstacles({ openWithdrawals, lastSentAt }: TiesRow): string[] {
  const obstacles: string[] = [];
  if (openWithdrawals > 0) obstacles.push(t`A withdrawal is under way.`);
  if (lastSentAt) {
    const finalOn = new Date(lastSentAt.getTime() + RETURNABLE_MS).toISOString().slice(0, 10);
    obstacles.push(t`Your bank can still send your last withdrawal back, until ${finalOn}.`);
  }
  return obstacles;
}
