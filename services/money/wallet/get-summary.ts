import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { getUndecided } from "@fairclick/sql/money/earnings";
import { getWallet } from "@fairclick/sql/money/wallet";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import {
  type DepositHold,
  findWaitingEarnings,
  type WaitingEarnings,
} from "./find-waiting-earnings";

export type WalletSummary = {
  walletMicros: bigint;
  earningsMicros: bigint;
  /** The part of the earnings that cannot be withdrawn yet. */
  waiting: WaitingEarnings;
  /** All earnings so far, minus reversals. */
  totalEarnedMicros: bigint;
  /** Open withdrawals. */
  pendingMicros: bigint;
  /** Debt from reversals of clicks after their pay was spent; later earnings pay it first. */
  owedMicros: bigint;
  /** Price of the clicks that are pending. */
  unjudgedMicros: bigint;
  /** Price of the clicks that are held. */
  heldMicros: bigint;
  /** Every click from before this time is in the figures. Read before all else. */
  judgedUpTo: Date | null;
};

export async function getSummary(ctx: Ctx, hold: DepositHold): Promise<WalletSummary> {
  const userId = requireUser(ctx);
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [wallet, undecided] = await Promise.all([
    getWallet(ctx.db.sql, userId),
    getUndecided(ctx.db.sql, userId),
  ]);
  const { walletMicros, earningsMicros, inTransitMicros, sentMicros, owedMicros, spentMicros } =
    wallet;
  return {
    walletMicros,
    earningsMicros,
    waiting: await findWaitingEarnings(ctx.db.sql, ctx.now(), { userId, ...hold }),
    totalEarnedMicros: earningsMicros + inTransitMicros + sentMicros + spentMicros - owedMicros,
    pendingMicros: inTransitMicros,
    owedMicros,
    unjudgedMicros: undecided.pendingMicros,
    heldMicros: undecided.heldMicros,
    judgedUpTo,
  };
}
