import { getWallet } from "@fairclick/sql/wallet";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { type EarningsHold, findWaitingEarnings } from "./find-waiting-earnings";

export type WalletSummary = {
  walletMicros: bigint;
  earningsMicros: bigint;
  /** Of the earnings, what is too young to be withdrawn. */
  waitingMicros: bigint;
  /** All that was ever earned, reversals taken off. */
  totalEarnedMicros: bigint;
  /** Withdrawals under way. */
  pendingMicros: bigint;
};

export async function getSummary(ctx: Ctx, hold: EarningsHold): Promise<WalletSummary> {
  const userId = requireUser(ctx);
  const wallet = await getWallet(ctx.db.sql, userId);
  const { walletMicros, earningsMicros, inTransitMicros, sentMicros, owedMicros } = wallet;
  const balance = { userId, balanceMicros: earningsMicros };
  return {
    walletMicros,
    earningsMicros,
    waitingMicros: await findWaitingEarnings(ctx.db.sql, ctx.now(), { ...balance, ...hold }),
    totalEarnedMicros: earningsMicros + inTransitMicros + sentMicros - owedMicros,
    pendingMicros: inTransitMicros,
  };
}
