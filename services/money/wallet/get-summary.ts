import { findJudgedUpTo } from "@fairclick/sql/clicks/judged-up-to";
import { getUndecided } from "@fairclick/sql/money/earnings";
import { getWallet } from "@fairclick/sql/money/wallet";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import {
  type EarningsHold,
  findWaitingEarnings,
  type WaitingEarnings,
} from "./find-waiting-earnings";

export type WalletSummary = {
  walletMicros: bigint;
  earningsMicros: bigint;
  /** Of the earnings, what is too young to be withdrawn. */
  waiting: WaitingEarnings;
  /** All that was ever earned, reversals taken off. */
  totalEarnedMicros: bigint;
  /** Withdrawals under way. */
  pendingMicros: bigint;
  /** What later earnings pay first: clicks were taken back whose pay was spent. */
  owedMicros: bigint;
  /** What clicks would bring that are not judged yet. */
  unjudgedMicros: bigint;
  /** What clicks would bring that an operator looks at. */
  heldMicros: bigint;
  /** Read before everything else: all clicks from before it are in the figures. */
  judgedUpTo: Date | null;
};

export async function getSummary(ctx: Ctx, hold: EarningsHold): Promise<WalletSummary> {
  const userId = requireUser(ctx);
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [wallet, undecided] = await Promise.all([
    getWallet(ctx.db.sql, userId),
    getUndecided(ctx.db.sql, userId),
  ]);
  const { walletMicros, earningsMicros, inTransitMicros, sentMicros, owedMicros } = wallet;
  const balance = { userId, balanceMicros: earningsMicros };
  return {
    walletMicros,
    earningsMicros,
    waiting: await findWaitingEarnings(ctx.db.sql, ctx.now(), { ...balance, ...hold }),
    totalEarnedMicros: earningsMicros + inTransitMicros + sentMicros - owedMicros,
    pendingMicros: inTransitMicros,
    owedMicros,
    unjudgedMicros: undecided.pendingMicros,
    heldMicros: undecided.heldMicros,
    judgedUpTo,
  };
}
