import { dollarsFromMicros, microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import type { WalletSummaryResponse } from "@fairclick/core/money/deposits";
import type { WalletSummary } from "@fairclick/services/money/wallet";

export function presentSummary(wallet: WalletSummary): WalletSummaryResponse {
  const withdrawableMicros = microsFromCents(
    wholeCentsFromMicros(wallet.earningsMicros - wallet.waiting.micros),
  );
  return {
    walletBalance: dollarsFromMicros(wallet.walletMicros),
    withdrawableBalance: dollarsFromMicros(withdrawableMicros),
    totalEarnings: dollarsFromMicros(wallet.totalEarnedMicros),
    pendingPayouts: dollarsFromMicros(wallet.pendingMicros),
    owed: dollarsFromMicros(wallet.owedMicros),
    waitingEarnings: dollarsFromMicros(wallet.waiting.micros),
    waiting: wallet.waiting.parts.map(({ at, reason, micros }) => ({
      at: at?.toISOString() ?? null,
      reason,
      amount: dollarsFromMicros(micros),
    })),
    unjudgedClicks: dollarsFromMicros(wallet.unjudgedMicros),
    heldClicks: dollarsFromMicros(wallet.heldMicros),
    judgedUpTo: wallet.judgedUpTo?.toISOString() ?? null,
  };
}
