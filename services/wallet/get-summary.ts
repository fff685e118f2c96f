import { getWallet } from "@fairclick/sql/wallet";
import { requireUser } from "../actor";
import type { Ctx } from "../context";

export type WalletSummary = {
  walletMicros: bigint;
  earningsMicros: bigint;
  /** All that was ever earned, reversals taken off. */
  totalEarnedMicros: bigint;
  pendingMicros: bigint;
};

export async function getSummary(ctx: Ctx): Promise<WalletSummary> {
  const wallet = await getWallet(ctx.db.sql, requireUser(ctx));
  const { walletMicros, earningsMicros, inTransitMicros, sentMicros } = wallet;
  return {
    walletMicros,
    earningsMicros,
    totalEarnedMicros: earningsMicros + inTransitMicros + sentMicros,
    pendingMicros: inTransitMicros,
  };
}
